import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction, TransactionMessage } from '#contract/entities/transaction.ts';
import { deriveType } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectService } from '#web/entities/ui-state/ui.slice.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { AccessCodeFields, TextedCodes } from './AccessCodeFields.tsx';
import { ProblemList } from './ProblemList.tsx';
import type { SendNotes, SendProblem, SentFile } from './problems.ts';
import type { SendOutcome, SendProgress } from './send.ts';
import { send, shareOf } from './send.ts';
import { SenderName } from './SenderName.tsx';
import { SendSummary } from './SendSummary.tsx';
import { useAccessCodes } from './use-access-codes.ts';
import { useSenderName } from './use-sender-name.ts';
import styles from './sending.module.scss';

interface SendDialogProps {
  transaction: Transaction;
  files: readonly SentFile[];
  notes: SendNotes;
  message: TransactionMessage;
  onMessage: (message: TransactionMessage) => void;
  saveFields: () => Promise<boolean>;
  onShow: (problem: SendProblem) => void;
  /** Makes the sender the only signer. */
  onAlone: () => void;
  onSent: (transaction: Transaction) => void;
  onClose: () => void;
}

/** Maximum length of a PDF password: 127 bytes in UTF-8 (ISO 32000-2, 7.6.4). */
const LONGEST_PASSWORD = 127;

/** State of sending: progress, error, the document's password and the sender's name if needed. */
function useSending({ transaction, files, saveFields, onSent }: SendDialogProps, alone: boolean) {
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [failure, setFailure] = useState<Extract<SendOutcome, { ok: false }> | null>(null);
  const isProtected = transaction.options.requirePasswordProtection;
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = isProtected && password === '';
  const codes = useAccessCodes(transaction.recipients);
  const sender = useSenderName(transaction.ownerId);
  const asksName = sender.isNeeded && !alone;
  const run = async (): Promise<void> => {
    setSubmitted(true);
    if (missing || codes.isMissing || (asksName && sender.isMissing)) return;
    setFailure(null);
    if (asksName) {
      setProgress({ step: 'saving' });
      const error = await sender.save();
      if (error) {
        setProgress(null);
        return setFailure({ ok: false, error, file: null });
      }
    }
    const outcome = await send({ transaction, files, password: isProtected ? password : undefined, accessCodes: codes.given, dispatch, saveFields, onProgress: setProgress });
    setProgress(null);
    if (outcome.ok) onSent(outcome.transaction);
    else setFailure(outcome);
  };
  return { progress, failure, isProtected, password, setPassword, codes, lacksPassword: submitted && missing, sender, asksName, submitted, run };
}

/** Review before sending, progress and errors. A sender who signs alone skips the review. */
export function SendDialog(props: SendDialogProps) {
  const { transaction, files, notes, message, onMessage, onShow, onAlone, onClose } = props;
  const { t, i18n } = useTranslation('sending');
  const isEmpty = transaction.recipients.length === 0;
  const alone = !isEmpty && deriveType(transaction.owner, transaction.recipients) === 'just_me';
  const sending = useSending(props, alone);
  const { progress, failure, isProtected, run } = sending;
  const blocked = notes.problems.length > 0;
  const goesAhead = useRef(alone && !blocked && !isProtected && sending.codes.entries.length === 0);
  useEffect(() => {
    if (!goesAhead.current) return;
    goesAhead.current = false;
    void run();
  }, [run]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={alone ? t('aloneTitle') : t('sendTitle')}
      {...(progress ? {} : { closeLabel: t('close') })}
      isDismissable={false}
      footer={
        <>
          <Button isDisabled={progress !== null} onPress={onClose}>
            {t('back')}
          </Button>
          {isEmpty ? (
            <Button look="primary" onPress={onAlone}>
              {t('signYourself')}
            </Button>
          ) : (
            <Button look="primary" isDisabled={blocked} isPending={progress !== null} onPress={() => void run()}>
              {failure ? t('tryAgain') : alone ? t('sign') : t('send')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {blocked ? <ProblemList problems={notes.problems} onShow={onShow} /> : null}
        {sending.asksName && !blocked ? <SenderName sender={sending.sender} tried={sending.submitted} isDisabled={progress !== null} /> : null}
        {blocked || alone ? null : <SendSummary transaction={transaction} files={files} message={message} onMessage={onMessage} isDisabled={progress !== null} />}
        {!blocked && !alone && notes.withoutFields.length > 0 ? (
          <Banner meaning="attention">{t('withoutFields', { names: listOf(notes.withoutFields.map(personName), i18n.language), count: notes.withoutFields.length })}</Banner>
        ) : null}
        {isProtected && !blocked ? <Password alone={alone} sending={sending} /> : null}
        {blocked ? null : <TextedCodes recipients={transaction.recipients} />}
        {blocked ? null : <AccessCodeFields codes={sending.codes} tried={sending.submitted} isDisabled={progress !== null} />}
        {blocked || alone || isEmpty ? null : <WithoutServer hasSecrets={isProtected || sending.codes.entries.length > 0} />}
        {failure ? <Failure failure={failure} /> : null}
        {progress ? <ProgressBar label={words(progress, t)} value={shareOf(progress)} /> : null}
      </div>
    </Dialog>
  );
}

/** What becomes of the request while the server is away. */
function WithoutServer({ hasSecrets }: { hasSecrets: boolean }) {
  const { t } = useTranslation('tasks');
  if (useAppSelector(selectService) !== 'unavailable') return null;
  return <Banner meaning="attention">{t(hasSecrets ? 'send.secret' : 'send.later')}</Banner>;
}

function Password({ alone, sending }: { alone: boolean; sending: ReturnType<typeof useSending> }) {
  const { t } = useTranslation('sending');
  return (
    <TextField
      label={t('password.label')}
      help={alone ? t('password.helpAlone') : t('password.help')}
      autoComplete="off"
      spellCheck="false"
      maxLength={LONGEST_PASSWORD}
      isDisabled={sending.progress !== null}
      value={sending.password}
      onChange={sending.setPassword}
      error={sending.lacksPassword ? t('password.missing') : undefined}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'sending'>>['t'];

function words(progress: SendProgress, t: Translate): string {
  if (progress.step !== 'placing') return t(`step.${progress.step}`);
  const { file, number, total } = progress;
  return t('step.placing', { file, number, total });
}

function Failure({ failure }: { failure: Extract<SendOutcome, { ok: false }> }) {
  const { t } = useTranslation('sending');
  return (
    <Banner meaning="negative">
      <p>{failure.file ? t('failedFile', { file: failure.file }) : t('failed')}</p>
      <p>{errorText(failure.error)}</p>
      <p>{t('nothingLost')}</p>
    </Banner>
  );
}
