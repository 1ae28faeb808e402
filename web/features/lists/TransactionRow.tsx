import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListSort } from '#contract/entities/list-query.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { nextReminded, remindableFrom } from '#web/entities/transactions/remindable-from.ts';
import { useNamed } from '#web/entities/transactions/use-named.ts';
import { useCorrectionRefusal, useDuplicateRefusal } from '#web/entities/transactions/use-copy-refusal.ts';
import { shortList } from '#web/services/i18n/joined.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { Title } from '#web/ui/Title.tsx';
import { useWaitsUntil } from '#web/ui/use-waits-until.ts';
import type { RowProps } from '#web/ui/VirtualList.tsx';
import type { TransactionAction, NextAction, Viewer } from './transactions-list.ts';
import { actionsFor, meaningOf, nextAction, pathOf, turnOf } from './transactions-list.ts';
import { RowCheckbox } from './RowCheckbox.tsx';
import { RowSigns } from './RowSigns.tsx';
import { RowLabels } from './RowLabels.tsx';
import { RowTime } from './RowTime.tsx';
import { RowWaiting } from './RowWaiting.tsx';
import styles from './Row.module.scss';

interface TransactionRowProps {
  transaction: Transaction;
  viewer: Viewer;
  search: string;
  sort: ListSort;
  onAction(action: TransactionAction | NextAction, transaction: Transaction): void;
  isDownloading: boolean;
  isSelected: boolean;
  onSelect(id: string, through: boolean): void;
  row: RowProps;
}

const useWho = ({ transaction, viewer }: Pick<TransactionRowProps, 'transaction' | 'viewer'>): string => {
  const { t, i18n } = useTranslation('lists');
  const names = transaction.recipients.filter((each) => !each.removed).map(personName);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  if (transaction.ownerId !== viewer.id) return t('who.from', { name: personName(transaction.owner) });
  if (names.length === 0) return t('who.nobody');
  if (names.length > 3) return t('who.toMany', { names: list.format(names.slice(0, 2)), count: names.length - 2 });
  return t('who.to', { names: list.format(names) });
};

/** Of a draft: that it waits for approval, or was returned. */
const approvalOf = ({ sendApproval }: Transaction) => sendApproval && (`approvals.state.${sendApproval.status}` as const);

const State = ({ transaction, viewer }: Pick<TransactionRowProps, 'transaction' | 'viewer'>) => {
  const { t, i18n } = useTranslation('lists');
  const { active, mine, done, total, isOfSigners } = turnOf(transaction, viewer);
  const yours = mine === 'approver' || mine === 'viewer' ? t(`state.yourTurnTo.${mine}`) : t('state.yourTurn');
  const words = mine ? yours : active.length > 0 ? t('state.waitingFor', { name: shortList(active.map(personName), i18n.language) }) : t(approvalOf(transaction) ?? `status.${transaction.status}`);
  const count = !isEditable(transaction.status) && total > 1 && transaction.status !== 'completed';
  return (
    <span className={styles.state}>
      <StatusText meaning={approvalOf(transaction) ? 'attention' : meaningOf[transaction.status]}>{words}</StatusText>
      {count ? <span className={styles.detail}>{t(isOfSigners ? 'state.signed' : 'state.done', { done, total })}</span> : null}
      <RowWaiting id={transaction.id} />
    </span>
  );
};

/** Why the current recipient can't be reminded now, as text. */
const useReminderRefusal = (transaction: Transaction, viewer: Viewer): string | null => {
  const { t, i18n } = useTranslation('lists');
  const { t: plan } = useTranslation('plan');
  const isIncluded = mayUse('allowReminderNotifications', usePlanFlags(transaction));
  const { active } = turnOf(transaction, viewer);
  const recipient = nextReminded(active);
  const from = useWaitsUntil(recipient ? remindableFrom(recipient) : 0);
  if (!isIncluded) return plan('notIncluded');
  if (from === null || !recipient) return null;
  return t('remindLater', { name: personName(recipient), time: new Intl.DateTimeFormat(formatLocale(i18n.language), { timeStyle: 'short' }).format(from) });
};

const refusedBy = (refusal: string | null): { refusal?: string } => (refusal ? { refusal } : {});

const RowActions = ({ transaction, viewer, onAction, isDownloading }: Pick<TransactionRowProps, 'transaction' | 'viewer' | 'onAction' | 'isDownloading'>) => {
  const { t } = useTranslation('lists');
  const unremindable = useReminderRefusal(transaction, viewer);
  const refusals: Partial<Record<TransactionAction, string | null>> = {
    remind: unremindable, duplicate: useDuplicateRefusal(transaction), correct: useCorrectionRefusal(transaction),
  };
  const likely = nextAction(transaction, viewer);
  const next = likely === 'remind' && unremindable ? 'open' : likely;
  const actions = actionsFor(transaction, viewer).map((action) => ({
    key: action,
    text: t(`act.${action}`),
    negative: action === 'delete' || action === 'cancel',
    run: () => onAction(action, transaction),
    ...refusedBy(refusals[action] ?? null),
  }));
  return (
    <>
      <span className={styles.actions}>
        {next === 'open' ? null : (
          <Button
            look={next === 'sign' || next === 'approve' || next === 'view' ? 'primary' : 'plain'}
            isPending={isDownloading}
            onPress={() => onAction(next, transaction)}
            aria-label={t('actOn', { action: t(`act.${next}`), title: transaction.name })}
          >
            {t(`act.${next}`)}
          </Button>
        )}
      </span>
      <span className={styles.menu}>
        <Menu label={t('menuOf', { title: transaction.name })} actions={actions}>
          <IconButton plainName label={t('menuOf', { title: transaction.name })} icon={<Icon of={Ellipsis} />} />
        </Menu>
      </span>
    </>
  );
};

/** A row of the transaction list: title, people, status, date, a button for the next action, and a menu. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { viewer, search, sort, onAction, isDownloading, isSelected, onSelect, row } = props;
  const transaction = useNamed(props.transaction);
  const who = useWho({ transaction, viewer });
  return (
    <li className={styles.row} data-selected={isSelected || undefined} {...row}>
      <RowCheckbox title={transaction.name} isSelected={isSelected} onToggle={(through) => onSelect(transaction.id, through)} />
      <RowSigns transaction={transaction} />
      <span className={styles.main}>
        <Link to={pathOf(transaction)} className={styles.title}>
          <Title search={search}>{transaction.name}</Title>
        </Link>
        <span className={styles.who}>
          <Highlight text={who} search={search} />
        </span>
        <RowLabels folderId={transaction.folderId} tagIds={transaction.tagIds} />
      </span>
      <State transaction={transaction} viewer={viewer} />
      <RowTime item={transaction} sort={sort} />
      <RowActions transaction={transaction} viewer={viewer} onAction={onAction} isDownloading={isDownloading} />
    </li>
  );
});
