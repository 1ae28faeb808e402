import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';
import { isExpired, type Task } from '#web/services/tasks/task-store.ts';
import { StatusText } from '#web/ui/StatusText.tsx';

/** The one that tells most: what was refused, then what sends the request, then what failed for now, then any. */
const shownOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ state }) => state === 'failed') ?? tasks.find(({ call }) => call === 'transactions.start') ?? tasks.find(({ reason }) => reason !== null) ?? tasks[0];

/** The text of what failed, by what was to be done. */
const failedKey = ({ call }: Task) => (call === 'files.createMeta' ? 'mark.uploadFailed' : call === 'transactions.start' ? 'mark.unsent' : 'mark.failed');

/** Says that something of a resource waits for the server, or why it was refused. */
const WaitingMark = ({ id }: { id: string }) => {
  const { t } = useTranslation('tasks');
  const task = shownOf(useTasks().filter(({ resourceId }) => resourceId === id));
  if (!task) return null;
  const { state, reason, call } = task;
  if (reason !== null && state !== 'syncing') {
    const why = isExpired(task) ? t('expired') : errorText(reason);
    return (
      <StatusText meaning={state === 'failed' ? 'negative' : 'attention'}>
        <span data-error-code={call === 'files.createMeta' ? 'uploading_error' : reason.code}>{t(failedKey(task), { why })}</span>
      </StatusText>
    );
  }
  return <StatusText meaning="attention">{t(state === 'syncing' ? 'mark.syncing' : call === 'transactions.start' ? 'mark.sending' : 'mark.waiting')}</StatusText>;
};

export default WaitingMark;
