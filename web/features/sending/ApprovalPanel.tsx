import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isSigner, participationOf, type Recipient } from '#contract/entities/recipient.ts';
import type { SendApproval } from '#contract/entities/send-approval.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { approveSending, withdrawSending } from '#web/entities/transactions/send-approval.requests.ts';
import { listOf, shortList } from '#web/services/i18n/joined.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { dateWithZone } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { PersonWords } from './PersonWords.tsx';
import { fieldsOf } from './problems.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { Terms } from './Terms.tsx';
import styles from './sending.module.scss';

type SentFields = Parameters<typeof fieldsOf>[0][number];

interface ApprovalPanelProps {
  transaction: Transaction;
  /** The documents with their fields, as far as they are loaded. */
  files: readonly SentFields[];
  /** Whether this person may approve it, and whether they sent it. */
  decides: boolean;
  withdraws: boolean;
  /** Called with what was done, after a decision. */
  onDone: (text: string) => void;
}

/** A request that waits for approval: who asks, what is to be sent, and the decision. */
export function ApprovalPanel({ transaction, files, decides, withdraws, onDone }: ApprovalPanelProps) {
  const { t } = useTranslation('sending');
  const { sendApproval } = transaction;
  if (sendApproval === null) return null;
  return (
    <section className={styles.form} aria-label={t('approval.title')}>
      <Request approval={sendApproval} decides={decides} />
      <People recipients={transaction.recipients} files={files} />
      <Words transaction={transaction} />
      <Terms transaction={transaction} includesReminders />
      <Options options={transaction.options} />
      {decides ? <Decision transaction={transaction} asker={personName(sendApproval.requestedBy)} onDone={onDone} /> : null}
      {withdraws && !decides ? <Withdrawal id={transaction.id} /> : null}
    </section>
  );
}

function Request({ approval: { requestedBy, requestedAt, approvers }, decides }: { approval: SendApproval; decides: boolean }) {
  const { t, i18n } = useTranslation('sending');
  const { locale } = useLocale();
  const names = shortList(approvers.map(personName), i18n.language);
  return (
    <div>
      <h2 className={styles.heading}>{t('approval.title')}</h2>
      <p><StatusText meaning="attention">{t('approval.waiting')}</StatusText></p>
      <p>{t('approval.asked', { name: personName(requestedBy), date: dateWithZone(requestedAt, locale) })}</p>
      {decides ? <p className={styles.quiet}>{t('approval.decide')}</p> : <p className={styles.quiet}>{approvers.length === 0 ? t('approval.nobody') : t('approval.by', { names })}</p>}
    </div>
  );
}

function People({ recipients, files }: { recipients: readonly Recipient[]; files: readonly SentFields[] }) {
  const { t } = useTranslation('sending');
  const { t: people } = useTranslation('recipients');
  const places = placesOf(recipients);
  const detailOf = (each: Recipient): string => {
    if (!isSigner(each)) return people(`needs.${participationOf(each)}`);
    const count = fieldsOf(files, each);
    return [
      count > 0 ? t('summary.fields', { count }) : t('summary.signsOnly'),
      each.attachments.length > 0 ? t('summary.attachments', { count: each.attachments.length }) : null,
      each.inPerson ? people('inPersonTag') : null,
      each.identityRequirements.length > 0 ? people('identityTag') : null,
    ].filter(Boolean).join(' · ');
  };
  return (
    <ol className={styles.order} aria-label={t('summary.recipients')}>
      {recipients.map((each, index) => <li key={each.id} value={places[index]}><PersonWords person={each} detail={detailOf(each)} /></li>)}
    </ol>
  );
}

/** What is written to the recipients. */
function Words({ transaction: { message, recipients } }: { transaction: Transaction }) {
  const texts = [message.title, message.body, ...recipients.map(({ privateMessage }) => privateMessage)].filter(Boolean);
  return texts.map((text, index) => <blockquote key={index} className={styles.reason}>{text}</blockquote>);
}

function Options({ options }: { options: TransactionOptions }) {
  const { t, i18n } = useTranslation('sending');
  const chosen = (Object.keys(options) as (keyof TransactionOptions)[]).filter((option) => options[option]);
  if (chosen.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{t('options.title')}</h3>
      <p>{listOf(chosen.map((option) => t(`options.${option}`)), i18n.language)}</p>
    </div>
  );
}

interface DecisionProps {
  transaction: Transaction;
  asker: string;
  onDone: (text: string) => void;
}

function Decision({ transaction, asker, onDone }: DecisionProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [asking, setAsking] = useState<'approve' | 'return' | null>(null);
  const { id, version } = transaction;
  const approve = async (): Promise<void> => {
    if (await act.run(() => dispatch(approveSending({ id, version })).unwrap())) onDone(t('approval.sent'));
  };
  return (
    <div className={styles.actions}>
      <Button look="primary" onPress={() => setAsking('approve')}>{t('approval.approve')}</Button>
      <Button icon={<Icon of={Undo2} />} onPress={() => setAsking('return')}>{t('approval.return')}</Button>
      {asking === 'approve' ? (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(null)}
          onConfirm={() => void approve()}
          isPending={act.busy}
          title={t('approval.sure')}
          confirmText={t('approval.approve')}
          cancelText={t('back')}
          error={act.error ? errorText(act.error, t('approval.failed')) : undefined}
        >
          {t('approval.sureText', { name: asker })}
        </ConfirmDialog>
      ) : null}
      {asking === 'return' ? <ReturnDialog transaction={transaction} asker={asker} onClose={() => setAsking(null)} onDone={() => onDone(t('approval.returned', { name: asker }))} /> : null}
    </div>
  );
}

function Withdrawal({ id }: { id: string }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const withdraw = async (): Promise<void> => {
    if (await act.run(() => dispatch(withdrawSending({ id })).unwrap())) notify(t('approval.withdrawn'), { id: 'send-approval' });
  };
  return (
    <>
      <p className={styles.quiet}>{t('approval.frozen')}</p>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('approval.failed'))}</Banner> : null}
      <div className={styles.actions}>
        <Button icon={<Icon of={Undo2} />} isPending={act.busy} onPress={() => void withdraw()}>{t('approval.withdraw')}</Button>
      </div>
    </>
  );
}
