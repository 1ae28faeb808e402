import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { discardTask } from '#web/entities/tasks/sync-tasks.ts';
import type { Task } from '#web/services/tasks/task-store.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StatusScreen } from '../../screens/StatusScreen.tsx';

/** A draft that was sent without the server: it goes out when the server is back, unless the person takes it back. */
export function ToSendScreen({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const dispatch = useAppDispatch();
  return (
    <StatusScreen
      icon={Send}
      title={t('send.title')}
      actions={
        <>
          <LinkButton look="primary" to={routes.transactions}>{t('send.list')}</LinkButton>
          <Button isDisabled={task.state === 'syncing'} onPress={() => void dispatch(discardTask(task))}>{t('send.takeBack')}</Button>
        </>
      }
    >
      <p><bdi>{task.title}</bdi></p>
      <p>{task.reason ? errorText(task.reason) : t('send.text')}</p>
    </StatusScreen>
  );
}
