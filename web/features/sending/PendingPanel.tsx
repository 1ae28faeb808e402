import { Ban, Check, Clock, FilePenLine, Hourglass, Lock, ScanFace, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { participationOf, progressOf, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients, placesOf } from '#contract/entities/signing-order.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { actorMay } from '#contract/permissions/transaction.permissions.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { remindedOf } from '#web/entities/transactions/remindable-from.ts';
import { meaningOfSigner, signerStatus, type SignerStatus } from '#web/entities/transactions/signer-status.ts';
import { useCorrectionRefusal } from '#web/entities/transactions/use-copy-refusal.ts';
import { cancelTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { shortList } from '#web/services/i18n/joined.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { TransactionErrorBanner } from './TransactionErrorBanner.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { shownDelivery, type ShownDelivery } from './shown-delivery.ts';
import { PersonActions } from './PersonActions.tsx';
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
  /** Recipients whose signature in the open document is not trusted. */
  untrusted?: ReadonlySet<string> | undefined;
  /** Opens the reassignment of a recipient. */
  onReassign: (recipient: Recipient) => void;
  /** Opens the review of a recipient's identity check. */
  onIdentity: (recipient: Recipient) => void;
}

type SentFields = Parameters<typeof fieldsOf>[0][number];

/** Most recipients with a button for a reminder below the list. It is in the menu of each in any case. */
const MOST_BUTTONS = 3;

const noFiles: readonly SentFields[] = [];

/** Progress of a transaction: whose turn it is, what each recipient has done, and the sender's actions. */
export function PendingPanel({ transaction, isOwner, isJustSent = false, files = noFiles, untrusted, onReassign, onIdentity }: PendingPanelProps) {
  const { t, i18n } = useTranslation('sending');
  const [reminding, setReminding] = useState<Recipient | null>(null);
  const [canceling, setCanceling] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const correctionRefusal = useCorrectionRefusal(transaction);
  const mayCorrect = isOwner && correctionRefusal === null && actorMay('owner', 'correct', { ...transaction, dismissedBy: [] });
  const running = isRunning(transaction.status);
  const active = running ? activeRecipients(transaction.recipients) : [];
  const [first] = active;
  const places = placesOf(transaction.recipients);
  const reminded = isOwner ? remindedOf(active) : [];
  const { done, total, isOfSigners } = progressOf(transaction.recipients);
  const turns = active.length > 1 ? 'turns' as const : 'turn' as const;
  const plan = usePlanFlags(transaction);
  const includesReminders = mayUse('allowReminderNotifications', plan);
  // Options of the sent transaction stay available whatever the plan includes now.
  const mayReassign = mayUse('allowSignerReassignment', plan, { options: transaction.options });
  return (
    <section className={styles.form} aria-label={t('progress.title')}>
      {isJustSent && running && isOwner && done === 0 ? <SentNotice transaction={transaction} /> : null}
      <div>
        <h2 className={styles.heading}>{t('progress.title')}</h2>
        <p className={styles.quiet} role="status">
          {first
            ? t(isOfSigners ? `progress.${turns}` : `progress.${turns}Of`, { name: personName(first), names: shortList(active.map(personName), i18n.language), done, total })
            : t(`progress.${transaction.status}`)}
        </p>
        {transaction.rejectionReason ? <blockquote className={styles.reason}>{transaction.rejectionReason}</blockquote> : null}
      </div>
      <ol className={styles.people}>
        {transaction.recipients.map((each, index) => (
          <PersonRow
            key={each.id}
            transactionId={transaction.id}
            person={each}
            index={index}
            place={Math.max(...places) > 1 ? (places[index] ?? null) : null}
            isOwner={isOwner}
            files={transaction.fileIds.length}
            fields={isOwner ? fieldsOf(files, each) : 0}
            state={signerStatus(each, transaction, untrusted)}
            delivery={isOwner ? shownDelivery(each, active, running) : null}
            onIdentity={isOwner && running ? () => onIdentity(each) : null}
          >
            {isOwner && ((running && !each.completed) || each.requireAccessCode) ? (
              <PersonActions
                transactionId={transaction.id}
                person={each}
                mayReassign={mayReassign}
                isAwaited={running && !each.completed}
                onReassign={() => onReassign(each)}
                onRemind={reminded.includes(each) ? () => setReminding(each) : null}
                includesReminders={includesReminders}
              />
            ) : null}
          </PersonRow>
        ))}
      </ol>
      {isOwner ? <Terms transaction={transaction} includesReminders={includesReminders} /> : null}
      {reminded.length > MOST_BUTTONS ? null : reminded.map((each) => (
        <Reminder key={each.id} person={each} isNamed={reminded.length > 1} isIncluded={includesReminders} onRemind={() => setReminding(each)} />
      ))}
      {mayCorrect || (isOwner && running) ? (
        <div className={styles.danger}>
          {mayCorrect ? (
            <Button look="quiet" icon={<Icon of={FilePenLine} />} onPress={() => setCorrecting(true)}>
              {t('correct.open')}
            </Button>
          ) : null}
          {running ? (
            <Button look="quiet" icon={<Icon of={Ban} />} onPress={() => setCanceling(true)}>
              {t('cancel.open')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {reminding ? <RemindDialog transaction={transaction} recipient={reminding} onClose={() => setReminding(null)} /> : null}
      {correcting ? <CorrectDialog transaction={transaction} onClose={() => setCorrecting(false)} /> : null}
      {canceling ? <CancelDialog transaction={transaction} onClose={() => setCanceling(false)} /> : null}
    </section>
  );
}

const signs = {
  done: Check, notTrusted: ShieldAlert, turn: Hourglass, waiting: Hourglass, later: Clock, rejected: Clock, declined: Clock, canceled: Clock, expired: Clock, notNeeded: Clock,
} as const satisfies Record<SignerStatus, unknown>;

/** The states that have words of their own for approvers and viewers. */
const ownStates = ['done', 'turn', 'expired'] as const satisfies readonly SignerStatus[];
const isOwnState = (state: SignerStatus): state is (typeof ownStates)[number] => ownStates.some((each) => each === state);

interface PersonRowProps {
  transactionId: string;
  person: Recipient;
  index: number;
  /** The place in the signing order; null if there is only one. */
  place: number | null;
  /** Whether the sender looks at it. */
  isOwner: boolean;
  /** Number of documents, and of the fields of this person. */
  files: number;
  fields: number;
  state: SignerStatus;
  /** Delivery status of the latest message to them, if it is worth showing. */
  delivery: ShownDelivery | null;
  /** Null if there is nothing to decide. */
  onIdentity: (() => void) | null;
  children: ReactNode;
}

function PersonRow({ transactionId, person, index, place, isOwner, files, fields, state, delivery, onIdentity, children }: PersonRowProps) {
  const { t, i18n } = useTranslation('sending');
  const at = (time: string): string => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  const date = person.completedAt ? at(person.completedAt) : '';
  const participation = participationOf(person);
  const seen = person.viewedAt ? t('state.opened', { date: at(person.viewedAt) }) : t('state.notOpened');
  return (
    <li className={styles.person} data-meaning={meaningOfSigner[state]}>
      <Avatar person={person} colorIndex={index} size="medium" />
      <span className={styles.who}>
        <span className={styles.numbered}>
          {place === null ? null : <span className={styles.number}>{place}.</span>}
          <PersonWords person={person} {...(fields > 0 ? { detail: t('summary.fields', { count: fields }) } : {})} />
        </span>
        <span className={styles.state}>
          <Icon of={signs[state]} size={16} />
          {participation !== 'signer' && isOwnState(state) ? t(`stateOf.${participation}.${state}`, { date }) : t(`state.${state}`, { date })}
        </span>
        {state === 'turn' && person.invitedAt ? (
          <span className={styles.detail}>
            {t('state.sent', { date: at(person.invitedAt) })} · {seen}
          </span>
        ) : null}
        {state === 'turn' && participation !== 'signer' && files > 1 ? <span className={styles.detail}>{t('stateOf.opened', { done: person.viewedFileIds.length, total: files })}</span> : null}
        {state === 'turn' && person.nextReminderAt && isOwner ? <span className={styles.detail}>{t('reminders.next', { date: at(person.nextReminderAt) })}</span> : null}
        {person.accessCodeLocked && isOwner ? (
          <span className={styles.state}>
            <Icon of={Lock} size={16} />
            {t('accessCode.locked')}
          </span>
        ) : null}
        {delivery ? <DeliveryState delivery={delivery} /> : null}
        <AttachedFiles transactionId={transactionId} person={person} />
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
  const needsApproval = status === 'pending' && person.identityRequireManualApproval && onLook !== null;
  return (
    <>
      <span className={styles.state}>
        <Icon of={ScanFace} size={16} />
        {t(`state.${status ?? 'open'}`)}
      </span>
      {needsApproval ? (
        <Button onPress={onLook}>
          {t('decision.open')}
        </Button>
      ) : null}
    </>
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
