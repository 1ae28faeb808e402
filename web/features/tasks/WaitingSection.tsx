import { FileText, FolderOpen, RotateCw, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { discardTask, syncTasks } from '#web/entities/tasks/sync-tasks.ts';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';
import { clashesOf, forgetClash, type StoredClash } from '#web/services/tasks/clashes.ts';
import { onTasks } from '#web/services/tasks/task-signal.ts';
import { isExpired, type Task, type TaskResource } from '#web/services/tasks/task-store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import styles from './waiting.module.scss';

const addressOf = (kind: TaskResource, id: string): string =>
  kind === 'file' ? fillPath(routes.fileView, { ids: id }) : fillPath(kind === 'template' ? routes.template : routes.transaction, { id });

const actOf = ({ call, kind }: Task) => {
  if (call === 'files.createMeta' || call.endsWith('.create')) return `act.${kind}` as const;
  if (call === 'lists.label') return 'act.label';
  if (call === 'lists.archive') return 'act.archive';
  if (call === 'transactions.start') return 'act.start';
  if (call === 'transactions.cancel') return 'act.cancel';
  return call.endsWith('elete') ? 'act.delete' : 'act.update';
};

const State = ({ task }: { task: Task }) => {
  const { t } = useTranslation('tasks');
  const { state, reason, call } = task;
  if (state === 'syncing') return <StatusText meaning="secondary">{t('mark.syncing')}</StatusText>;
  if (reason === null) return <StatusText meaning="attention">{t(call === 'transactions.start' ? 'mark.sending' : 'mark.waiting')}</StatusText>;
  return (
    <StatusText meaning={state === 'failed' ? 'negative' : 'attention'}>
      <span data-error-code={call === 'files.createMeta' ? 'uploading_error' : reason.code}>{isExpired(task) ? t('expired') : errorText(reason)}</span>
    </StatusText>
  );
};

interface Removed {
  readonly title: string;
  readonly act: string;
  run(): Promise<unknown>;
}

const TaskRow = ({ task, onDiscard }: { task: Task; onDiscard: (removed: Removed) => void }) => {
  const { t } = useTranslation('tasks');
  const dispatch = useAppDispatch();
  const { id, kind, resourceId, title, createdAt, state, reason } = task;
  const act = t(actOf(task));
  return (
    <li>
      <Icon of={FileText} />
      <div className={styles.words}>
        <Link to={addressOf(kind, resourceId)}>{title}</Link>
        <span className={styles.act}>{act} · <Moment at={new Date(createdAt).toISOString()} /></span>
        <State task={task} />
      </div>
      <div className={styles.actions}>
        {reason !== null && state !== 'syncing' ? <IconButton label={t('retry', { title })} icon={<Icon of={RotateCw} />} onPress={() => void dispatch(syncTasks(id))} /> : null}
        <IconButton label={t('discard', { title })} icon={<Icon of={Trash2} />} isDisabled={state === 'syncing'} onPress={() => onDiscard({ title, act, run: () => dispatch(discardTask(task)) })} />
      </div>
    </li>
  );
};

const ClashRow = ({ clash, onDiscard }: { clash: StoredClash; onDiscard: (removed: Removed) => void }) => {
  const { t } = useTranslation('tasks');
  const { kind, id, title, userId } = clash;
  const act = t('act.update');
  return (
    <li>
      <Icon of={FolderOpen} />
      <div className={styles.words}>
        <Link to={addressOf(kind, id)}>{title === '' ? t('act.update') : title}</Link>
        <StatusText meaning="negative"><span data-error-code="conflict">{t('clash')}</span></StatusText>
      </div>
      <div className={styles.actions}>
        <IconButton label={t('discard', { title })} icon={<Icon of={Trash2} />} onPress={() => onDiscard({ title, act, run: () => forgetClash(userId, clash) })} />
      </div>
    </li>
  );
};

/** Changes that the person has to decide about; they wait in the store of drafts. */
const useClashes = (userId: string | null): readonly StoredClash[] => {
  const [clashes, setClashes] = useState<readonly StoredClash[]>([]);
  const read = useCallback((): void => {
    if (userId !== null) clashesOf(userId).then(setClashes, (error: unknown) => console.info('What clashes can\'t be read', toAppError(error).code));
  }, [userId]);
  useEffect(() => {
    read();
    return onTasks(read);
  }, [read]);
  return clashes;
};

/** What was done in this browser and the server does not have: in order, with its state. Nothing where nothing waits. */
export const WaitingSection = () => {
  const { t } = useTranslation('tasks');
  const userId = useAppSelector(selectUserId);
  const tasks = useTasks();
  const clashes = useClashes(userId);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (tasks.length + clashes.length === 0) return null;
  const ask = (what: Removed): void => {
    setRemoved(what);
    setAsking(true);
  };
  const discard = async (): Promise<void> => {
    setAsking(false);
    try {
      await removed?.run();
    } catch (error) {
      notifyError(errorText(toAppError(error).toInfo()), { id: 'tasks' });
    }
  };
  return (
    <Section title={t('title')} text={t('text')} anchor="waiting">
      <ul className={styles.tasks} aria-label={t('title')}>
        {tasks.map((task) => <TaskRow key={task.id} task={task} onDiscard={ask} />)}
        {clashes.map((clash) => <ClashRow key={clash.name} clash={clash} onDiscard={ask} />)}
      </ul>
      <ConfirmDialog isOpen={isAsking} onClose={() => setAsking(false)} onConfirm={() => void discard()} title={t('discardTitle')} confirmText={t('confirm')} cancelText={t('keep')} negative>
        {t('discardText', { act: removed?.act, title: removed?.title })}
      </ConfirmDialog>
    </Section>
  );
};
