import { useTranslation } from 'react-i18next';
import { Link } from 'react-aria-components';
import { waitingAddress } from '#contract/routes.ts';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';

/** How much waits for the server, with the way there. */
const WaitingLink = () => {
  const { t } = useTranslation('tasks');
  const { length: count } = useTasks();
  return count === 0 ? null : <Link href={waitingAddress}>{t('waiting', { count })}</Link>;
};

export default WaitingLink;
