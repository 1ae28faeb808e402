import { Ban, MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { Bulk } from '#contract/entities/bulk.ts';
import { routes } from '#contract/routes.ts';
import { useBulk } from '#web/entities/bulks/use-bulk.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { BulkDialogs } from './BulkDialogs.tsx';
import type { BulkAction } from './BulkDialogs.tsx';
import { BulkPeople } from './BulkPeople.tsx';
import { canCancel, countStatuses } from './bulk-rules.ts';
import styles from './bulk.module.scss';

/** /bulks/{id}: progress of a bulk and the status of each recipient. */
const BulkScreen = () => {
  const { t } = useTranslation('bulk');
  const { id = '' } = useParams();
  const { value: bulk, error, reload, set } = useBulk(id);
  if (!bulk && error) {
    // A retry can't help if the bulk does not exist or access is denied.
    const isRefused = error.code === 'not_found' || error.code === 'permission_denied';
    return (
      <EmptyState
        level={1}
        icon={Users}
        title={isRefused ? t('notFound') : t('title')}
        actions={
          <>
            <LinkButton to={routes.transactions}>{t('toRequests')}</LinkButton>
            {isRefused ? null : <Button onPress={reload}>{t('tryAgain')}</Button>}
          </>
        }
      >
        {isRefused ? null : errorText(error, t('failed'))}
      </EmptyState>
    );
  }
  return (
    <div className={styles.screen}>
      {bulk ? (
        <Detail bulk={bulk} onChanged={set} />
      ) : (
        <Page title={t('title')}>
          <Skeleton height="320px" />
        </Page>
      )}
    </div>
  );
};

const Detail = ({ bulk, onChanged }: { bulk: Bulk; onChanged: (bulk: Bulk) => void }) => {
  const { t } = useTranslation('bulk');
  const navigate = useNavigate();
  const [action, setAction] = useState<BulkAction | null>(null);
  const menu = (
    <Menu
      label={t('more')}
      actions={[
        { key: 'rename', text: t('rename.open'), icon: <Icon of={Pencil} />, run: () => setAction('rename') },
        { key: 'cancel', text: t('cancel.open'), icon: <Icon of={Ban} />, isDisabled: !canCancel(bulk), run: () => setAction('cancel') },
        { key: 'delete', text: t('delete.open'), icon: <Icon of={Trash2} />, negative: true, run: () => setAction('delete') },
      ]}
    >
      <IconButton label={t('more')} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
  return (
    <Page title={bulk.name} text={t('of', { count: bulk.total })} actions={menu}>
      <Progress bulk={bulk} />
      <BulkPeople recipients={bulk.recipients} />
      {action ? (
        <BulkDialogs
          action={action}
          bulk={bulk}
          onClose={() => setAction(null)}
          onChanged={(next) => {
            setAction(null);
            onChanged(next);
          }}
          onDeleted={() => void navigate(routes.transactions)}
        />
      ) : null}
    </Page>
  );
};

/** Sending progress and number of signatures, as text first. */
const Progress = ({ bulk }: { bulk: Bulk }) => {
  const { t } = useTranslation('bulk');
  const counted = countStatuses(bulk.recipients);
  const sending = counted.waiting > 0 && bulk.job?.status !== 'canceled';
  const gone = bulk.total - counted.waiting;
  return (
    <section className={styles.progress} aria-label={t('progress.label')}>
      {sending ? (
        <ProgressBar label={t('progress.sending', { done: gone, total: bulk.total })} value={gone / bulk.total} />
      ) : (
        <ProgressBar label={t('progress.signed', { done: counted.completed, total: bulk.total })} value={counted.completed / bulk.total} />
      )}
      {bulk.job?.status === 'canceled' ? <Banner meaning="secondary">{t('progress.canceled')}</Banner> : null}
      {bulk.job?.status === 'rejected' ? <Banner meaning="negative">{t('progress.rejected')}</Banner> : null}
      {bulk.status === 'completed' ? <Banner meaning="success">{t('progress.completed')}</Banner> : null}
      {counted.failed > 0 ? <Banner meaning="attention">{t('progress.failed', { count: counted.failed })}</Banner> : null}
    </section>
  );
};

export default BulkScreen;
