import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deriveType } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { SendNotes, SendProblem, SentFile } from './problems.ts';
import type { SendOutcome, SendProgress } from './send.ts';
import { send, shareOf } from './send.ts';
import styles from './sending.module.scss';

interface SendDialogProps {
  transaction: Transaction;
  files: readonly SentFile[];
  notes: SendNotes;
  saveFields: () => Promise<boolean>;
  onSent: (transaction: Transaction) => void;
  onClose: () => void;
}

/** What a PDF takes (ISO 32000-2, 7.6.4). */
const LONGEST_PASSWORD = 127;

/** The last look before sending, the sending itself, and what went wrong beside what caused it. */
export function SendDialog(props: SendDialogProps) {
  const { transaction, files, notes, saveFields, onSent, onClose } = props;
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [failure, setFailure] = useState<Extract<SendOutcome, { ok: false }> | null>(null);
  const alone = deriveType(transaction.owner, transaction.recipients) === 'just_me';
  const blocked = notes.problems.length > 0;
  const isProtected = transaction.options.requirePasswordProtection;
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = isProtected && password === '';

  const run = async (): Promise<void> => {
    setAsked(true);
    if (missing) return;
    setFailure(null);
    const outcome = await send({ transaction, files, password: isProtected ? password : undefined, dispatch, saveFields, onProgress: setProgress });
    setProgress(null);
    if (outcome.ok) onSent(outcome.transaction);
    else setFailure(outcome);
  };

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
          <Button look="primary" isDisabled={blocked} isPending={progress !== null} onPress={() => void run()}>
            {failure ? t('tryAgain') : alone ? t('sign') : t('send')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {blocked ? <ProblemList problems={notes.problems} /> : <Summary transaction={transaction} files={files} alone={alone} />}
        {!blocked && notes.withoutFields.length > 0 ? (
          <Banner meaning="attention">
            {t('withoutFields', { names: notes.withoutFields.map(personName).join(', '), count: notes.withoutFields.length })}
          </Banner>
        ) : null}
        {isProtected && !blocked ? (
          <TextField
            label={t('password.label')}
            help={alone ? t('password.helpAlone') : t('password.help')}
            autoComplete="off"
            spellCheck="false"
            maxLength={LONGEST_PASSWORD}
            isDisabled={progress !== null}
            value={password}
            onChange={setPassword}
            error={asked && missing ? t('password.missing') : undefined}
          />
        ) : null}
        {failure ? <Failure failure={failure} /> : null}
        {progress ? <ProgressBar label={words(progress, t)} value={shareOf(progress)} /> : null}
      </div>
    </Dialog>
  );
}

type Translate = ReturnType<typeof useTranslation<'sending'>>['t'];

function words(progress: SendProgress, t: Translate): string {
  if (progress.step !== 'placing') return t(`step.${progress.step}`);
  const { file, number, total } = progress;
  return t('step.placing', { file, number, total });
}

function Summary({ transaction, files, alone }: Pick<SendDialogProps, 'transaction' | 'files'> & { alone: boolean }) {
  const { t } = useTranslation('sending');
  const [first] = transaction.recipients;
  return (
    <>
      <p>{t('documents', { count: files.length, titles: files.map((file) => file.title).join(', ') })}</p>
      {alone ? (
        <p>{t('aloneNext')}</p>
      ) : (
        <>
          <ol className={styles.order}>
            {transaction.recipients.map((each) => (
              <li key={each.id}>{personName(each)}</li>
            ))}
          </ol>
          <p className={styles.quiet}>{first ? t('firstAsked', { name: personName(first), count: transaction.recipients.length }) : null}</p>
        </>
      )}
    </>
  );
}

function ProblemList({ problems }: { problems: readonly SendProblem[] }) {
  const { t } = useTranslation('sending');
  return (
    <Banner meaning="attention">
      <p>{t('mend')}</p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.code}${'file' in problem ? problem.file : ''}`}>{problemText(problem, t)}</li>
        ))}
      </ul>
    </Banner>
  );
}

function problemText(problem: SendProblem, t: Translate): string {
  switch (problem.code) {
    case 'stray_fields':
      return t('problem.stray_fields', { file: problem.file, count: problem.count });
    case 'shared_names':
      return t('problem.shared_names', { file: problem.file, names: problem.names.join(', ') });
    default:
      return t(`problem.${problem.code}`);
  }
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
