import { CircleCheck, FileCheck2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useWaitingApprovals } from '#web/entities/transactions/use-send-approvals.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './library.module.scss';

/** /approvals: the requests that wait for this person's approval before they are sent, oldest first. */
const ApprovalsScreen = () => {
  const { t } = useTranslation('lists');
  const { value, error, reload, more } = useWaitingApprovals();
  return (
    <div className={styles.screen}>
      <Page title={t('approvals.title')} text={t('approvals.text')} actions={<LinkButton to={routes.transactions}>{t('approvals.back')}</LinkButton>}>
        {error ? <Banner meaning="negative" actions={<Button onPress={reload}>{t('tryAgain')}</Button>}>{errorText(error, t('failed'))}</Banner> : null}
        {value === null && !error ? <Skeleton height="240px" /> : null}
        {value?.length === 0 ? <EmptyState icon={CircleCheck} title={t('approvals.empty')}>{t('approvals.emptyText')}</EmptyState> : null}
        {value !== null && value.length > 0 ? (
          <ItemList label={t('approvals.title')}>
            {value.map((each) => <Waiting key={each.id} transaction={each} />)}
          </ItemList>
        ) : null}
        {more ? <Button onPress={() => void more()}>{t('approvals.more')}</Button> : null}
      </Page>
    </div>
  );
};

const Waiting = ({ transaction: { id, name, sendApproval } }: { transaction: Transaction }) => {
  const { t } = useTranslation('lists');
  const path = fillPath(routes.transaction, { id });
  return (
    <Item
      sign={<Icon of={FileCheck2} size={24} />}
      title={<Link to={path}>{name}</Link>}
      detail={sendApproval ? t('approvals.from', { name: personName(sendApproval.requestedBy) }) : null}
      state={sendApproval ? <Moment at={sendApproval.requestedAt} /> : null}
      actions={<LinkButton to={path} label={t('actOn', { action: t('approvals.review'), title: name })}>{t('approvals.review')}</LinkButton>}
    />
  );
};

export default ApprovalsScreen;
