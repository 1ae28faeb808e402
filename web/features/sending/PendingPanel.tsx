import { Ban, Check, Clock, Hourglass, MoreHorizontal, ScanFace, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient, isRunning } from '#contract/entities/transaction.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { cancelTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TransactionErrorBanner } from './TransactionErrorBanner.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { shownDelivery, type ShownDelivery } from './shown-delivery.ts';
import { PersonWords } from './PersonWords.tsx';
import { fieldsOf } from './problems.ts';
import { Reminder } from './Reminder.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { SentNotice } from './SentNotice.tsx';
import { Terms } from './Terms.tsx';
import styles from './sending.module.scss';

interface PendingPanelProps {
  transaction: Transaction;
  isOwner: boolean;
  /** Whether this person has just sent it. */
  isJustSent?: boolean;
  /** The documents with their fields, as far as they are loaded. */
  files?: readonly SentFields[];
  /** Opens the reassignment of a recipient. */
  onReassign: (recipient: Recipient) => void;
  /** Opens the review of a recipient's identity check. */
  onIdentity: (recipient: Recipient) => void;
}

type SentFields = Parameters<typeof fieldsOf>[0][number];

const noFiles: readonly SentFields[] = [];

/** Progress of a transaction: whose turn it is, what each recipient has done, and the sender's actions. */
export function PendingPanel({ transaction, isOwner, isJustSent = false, files = noFiles, onReassign, onIdentity }: PendingPanelProps) {
  const { t } = useTranslation('sending');
  const [reminding, setReminding] = useState<Recipient | null>(null);
  const [canceling, setCanceling] = useState(false);
  const running = isRunning(transaction.status);
  const active = running ? activeRecipient(transaction.recipients) : null;
  const done = transaction.recipients.filter((each) => each.completed).length;
  const plan = usePlanFlags(transaction);
  // Options of the sent transaction stay available whatever the plan includes now.
  const mayReassign = mayUse('allowSignerReassignment', plan, { options: transaction.options });
  return (
    <section className={styles.form} aria-label={t('progress.title')}>
      {isJustSent && running && isOwner && done === 0 ? <SentNotice transaction={transaction} /> : null}
      <div>
        <h2 className={styles.heading}>{t('progress.title')}</h2>
        <p className={styles.quiet} role="status">
          {active
            ? t('progress.turn', { name: personName(active), done, total: transaction.recipients.length })
            : t(`progress.${transaction.status}`)}
        </p>
        {transaction.rejectionReason ? <blockquote className={styles.reason}>{transaction.rejectionReason}</blockquote> : null}
      </div>
      <ol className={styles.people}>
        {transaction.recipients.map((each, index) => (
          <PersonRow
            key={each.id}
            person={each}
            index={index}
            isNumbered={transaction.recipients.length > 1}
            fields={isOwner ? fieldsOf(files, each) : 0}
            state={stateOf(each, active, transaction)}
            delivery={isOwner ? shownDelivery(each, active, running) : null}
            onIdentity={isOwner && running ? () => onIdentity(each) : null}
          >
            {isOwner && running && !each.completed ? <PersonActs person={each} mayReassign={mayReassign} onReassign={() => onReassign(each)} /> : null}
          </PersonRow>
        ))}
      </ol>
      {isOwner ? <Terms transaction={transaction} /> : null}
      {isOwner && active && !active.owner ? <Reminder person={active} isIncluded={mayUse('allowReminderNotifications', plan)} onRemind={() => setReminding(active)} /> : null}
      {isOwner && running ? (
        <div className={styles.danger}>
          <Button look="quiet" icon={<Icon of={Ban} />} onPress={() => setCanceling(true)}>
            {t('cancel.open')}
          </Button>
        </div>
      ) : null}
      {reminding ? <RemindDialog transaction={transaction} recipient={reminding} onClose={() => setReminding(null)} /> : null}
      {canceling ? <CancelDialog transaction={transaction} onClose={() => setCanceling(false)} /> : null}
    </section>
  );
}

type PersonState = 'done' | 'turn' | 'waiting' | 'later' | 'notNeeded' | 'declined';

function stateOf(person: Recipient, active: Recipient | null, transaction: Transaction): PersonState {
  if (person.completed) return 'done';
  if (person.id === active?.id) return person.waitingFileIds.length > 0 ? 'waiting' : 'turn';
  if (isRunning(transaction.status)) return 'later';
  const refused = transaction.status === 'declined' && person.id === activeRecipient(transaction.recipients)?.id;
  return refused ? 'declined' : 'notNeeded';
}

const signs = { done: Check, turn: Hourglass, waiting: Hourglass, later: Clock, notNeeded: Clock, declined: Clock } as const;

interface PersonRowProps {
  person: Recipient;
  index: number;
  /** Whether several recipients sign in order. */
  isNumbered: boolean;
  /** Number of their fields. */
  fields: number;
  state: PersonState;
  /** Delivery status of the latest message to them, if it is worth showing. */
  delivery: ShownDelivery | null;
  /** Null if there is nothing to decide. */
  onIdentity: (() => void) | null;
  children: ReactNode;
}

function PersonRow({ person, index, isNumbered, fields, state, delivery, onIdentity, children }: PersonRowProps) {
  const { t, i18n } = useTranslation('sending');
  const at = (time: string): string => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  const seen = person.viewedAt ? t('state.opened', { date: at(person.viewedAt) }) : t('state.notOpened');
  return (
    <li className={styles.person} data-state={state}>
      <Avatar person={person} colorIndex={index} size="medium" />
      <span className={styles.who}>
        <span className={styles.numbered}>
          {isNumbered ? <span className={styles.number}>{index + 1}.</span> : null}
          <PersonWords person={person} {...(fields > 0 ? { detail: t('summary.fields', { count: fields }) } : {})} />
        </span>
        <span className={styles.state}>
          <Icon of={signs[state]} size={16} />
          {t(`state.${state}`, { date: person.completedAt ? at(person.completedAt) : '' })}
        </span>
        {state === 'turn' && person.invitedAt ? (
          <span className={styles.detail}>
            {t('state.sent', { date: at(person.invitedAt) })} · {seen}
          </span>
        ) : null}
        {delivery ? <DeliveryState delivery={delivery} /> : null}
        {person.identityRequirements.length > 0 ? <IdentityState person={person} onLook={onIdentity} /> : null}
      </span>
      {children}
    </li>
  );
}

/** State of the identity check. */
function IdentityState({ person, onLook }: { person: Recipient; onLook: (() => void) | null }) {
  const { t } = useTranslation('identity');
  const status = person.identityValidationStatus;
  const isAsked = status === 'pending' && person.identityRequireManualApproval && onLook !== null;
  return (
    <>
      <span className={styles.state}>
        <Icon of={ScanFace} size={16} />
        {t(`state.${status ?? 'open'}`)}
      </span>
      {isAsked ? (
        <Button onPress={onLook}>
          {t('decision.open')}
        </Button>
      ) : null}
    </>
  );
}

function PersonActs({ person, mayReassign, onReassign }: { person: Recipient; mayReassign: boolean; onReassign: () => void }) {
  const { t } = useTranslation('reassign');
  const { t: plan } = useTranslation('plan');
  const label = t('actsOf', { name: personName(person) });
  return (
    <Menu label={label} actions={[{ key: 'reassign', text: t('open'), icon: <Icon of={UserRoundPen} />, run: onReassign, ...(mayReassign ? {} : { refusal: plan('notIncluded') }) }]}>
      <IconButton label={label} plainName icon={<Icon of={MoreHorizontal} />} className={styles.personActs} />
    </Menu>
  );
}

function CancelDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const outcome = await dispatch(cancelTransaction({ id: transaction.id }));
    setBusy(false);
    if (cancelTransaction.rejected.match(outcome)) {
      setError(outcome.payload ?? null);
      return;
    }
    notify(t('cancel.done'));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t('cancel.title')}
      confirmText={t('cancel.confirm')}
      cancelText={t('cancel.keep')}
    >
      {t('cancel.text')}
      {error ? <TransactionErrorBanner error={error} status={transaction.status} generic={t('cancel.failed')} /> : null}
    </ConfirmDialog>
  );
}
