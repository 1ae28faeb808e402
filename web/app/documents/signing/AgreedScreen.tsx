import { CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { signAgreed, signsWithoutServer, takeBackAgreed, withAgreed } from '#web/features/signing/agreed-signings.ts';
import { isAway } from '#web/features/signing/is-away.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onServiceReturned } from '#web/services/availability.ts';
import type { AgreedSigning } from '#web/services/signing/signing-draft.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { DocumentName } from '../shared/DocumentName.tsx';
import { personOf } from './use-signing-outcome.ts';
import styles from '../shared/documents.module.scss';

interface AgreedScreenProps {
  transaction: Transaction;
  profile: Profile;
  signings: readonly AgreedSigning[];
  /** The next person signs on this device. */
  onNext: (next: Recipient) => void;
  /** All have signed. */
  onSigned: (transaction: Transaction) => void;
  /** What wasn't signed was taken back. */
  onTakenBack: () => void;
}

interface Signing {
  readonly signedIds: ReadonlySet<string>;
  /** Whose signature is being created. */
  readonly current: Recipient | null;
  readonly error: ErrorInfo | null;
  readonly run: () => void;
  /** Ends the signing of those whose signature is not being created yet. */
  readonly stop: () => void;
}

/** One tab signs; another that has the same request open waits for it, and finds everything signed. */
const alone = (id: string, work: () => Promise<void>, signal?: AbortSignal): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`countersign-sign/${id}`, signal ? { signal } : {}, work) : work();

/** Creates the signatures as soon as the server can be reached. */
function useAgreedRun({ transaction, profile, signings, onSigned }: AgreedScreenProps): Signing {
  const { t } = useTranslation('signing');
  const [signedIds, setSignedIds] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<Recipient | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const isRunning = useRef(false);
  const stop = useRef(new AbortController());
  const host = personOf(profile);
  const run = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setError(null);
    const { signal } = stop.current;
    try {
      await alone(transaction.id, async () => {
        onSigned(await signAgreed({
          transactionId: transaction.id,
          signings,
          host,
          reasonFor: (signer) => t('handOver.reason', { name: personName(signer), host: host.name }),
          signal,
          onProgress: (signer) => isRunning.current && setCurrent(signer),
          onSigned: (id) => setSignedIds((before) => new Set([...before, id])),
        }));
      }, signal);
    } catch (failure) {
      if (!signal.aborted) setError(toAppError(failure).toInfo());
    } finally {
      // Steps that run beside one that failed may still report.
      isRunning.current = false;
      setCurrent(null);
    }
  };
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const { current: controller } = stop;
    void latest.current();
    return () => controller.abort();
  }, []);
  useEffect(() => onServiceReturned(() => void latest.current()), []);
  return { signedIds, current, error, run: () => void latest.current(), stop: () => stop.current.abort() };
}

/** Several people have agreed on this device while the server was away: who, and what becomes of it. */
export function AgreedScreen(props: AgreedScreenProps) {
  const { transaction, profile, signings, onNext, onTakenBack } = props;
  const { t } = useTranslation('signing');
  const { signedIds, current, error, run, stop } = useAgreedRun(props);
  const [isAsking, setAsking] = useState(false);
  useDocumentTitle(t('together.title'));
  const next = signsHere(withAgreed(transaction, signings), profile);
  const isWaiting = error !== null && isAway(error);
  const people = signings.flatMap(({ agreed }) => transaction.recipients.find(({ id }) => id === agreed.signerId) ?? []);
  const takeBack = async (): Promise<void> => {
    setAsking(false);
    stop();
    // A signature that is being created ends first.
    await alone(transaction.id, () => takeBackAgreed(transaction.id, signings.filter(({ agreed }) => !signedIds.has(agreed.signerId)), profile.id));
    onTakenBack();
  };
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={CloudOff}
        title={t('together.title')}
        actions={
          current ? null : (
            <>
              {next && isWaiting && signsWithoutServer(next) ? (
                <Button look="primary" size="large" onPress={() => onNext(next)}>
                  {t('together.next', { name: personName(next) })}
                </Button>
              ) : null}
              {error && !isWaiting ? <Button look="primary" onPress={run}>{t('tryAgain')}</Button> : null}
              {error ? <Button onPress={() => setAsking(true)}>{t('together.takeBack')}</Button> : null}
            </>
          )
        }
      >
        <DocumentName transaction={transaction} />
        <p>{t('together.text')}</p>
        {error && !isWaiting ? (
          <Banner meaning="negative">
            <p>{t('finish.failed')}</p>
            <p>{errorText(error)}</p>
          </Banner>
        ) : null}
        <div className={styles.agreed}>
          <ItemList label={t('together.people')}>
            {people.map((person) => (
              <Item
                key={person.id}
                title={personName(person)}
                state={signedIds.has(person.id) ? <StatusText meaning="success">{t('together.signed')}</StatusText> : <StatusText meaning="attention">{t('together.agreed')}</StatusText>}
              />
            ))}
          </ItemList>
        </div>
        {current ? <LoadingText>{t('together.signing', { name: personName(current) })}</LoadingText> : null}
        {/* Mounted before its text, so that a screen reader says it. */}
        <p role="status">{isWaiting && !current ? t('finish.mayClose') : null}</p>
      </EmptyState>
      <ConfirmDialog isOpen={isAsking} onClose={() => setAsking(false)} onConfirm={() => void takeBack()} title={t('together.takeBackTitle')} confirmText={t('together.takeBack')} cancelText={t('finish.cancel')} negative>
        {t('together.takeBackText')}
      </ConfirmDialog>
    </div>
  );
}
