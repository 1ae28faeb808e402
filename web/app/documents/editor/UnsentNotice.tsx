import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { discardTask } from '#web/entities/tasks/sync-tasks.ts';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from '../shared/documents.module.scss';

/** Why a draft that was sent without the server was not sent when it was back. */
export function UnsentNotice({ id }: { id: string }) {
  const { t } = useTranslation('tasks');
  const dispatch = useAppDispatch();
  const refused = useTasks().find((task) => task.resourceId === id && task.call === 'transactions.start' && task.state === 'failed');
  if (!refused?.reason) return null;
  return (
    <Banner meaning="negative" className={styles.signedNotice} actions={<Button onPress={() => void dispatch(discardTask(refused))}>{t('confirm')}</Button>}>
      {t('mark.unsent', { why: errorText(refused.reason) })}
    </Banner>
  );
}
