import { Lock } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { accessCodes } from '#contract/limits/sending.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError, type ErrorInfo } from '#web/services/app-error.ts';
import { announce } from '#web/ui/announce.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './signing.module.scss';

interface AccessCodeScreenProps {
  transactionId: string;
  onOpened: () => void;
}

/** The number of tries that the server still permits; null if the error is about something else. */
function triesLeftOf({ code, details }: ErrorInfo): number | null {
  const left = typeof details === 'object' && details !== null && 'triesLeft' in details ? details.triesLeft : null;
  return code === 'invalid_code' && typeof left === 'number' ? left : null;
}

/** Asks a recipient for the code from the sender, or from a text message, before anything of the documents is shown. */
export function AccessCodeScreen({ transactionId, onOpened }: AccessCodeScreenProps) {
  const { t } = useTranslation('signing');
  const { value, error, reload, set } = useAnswer(useCallback(() => call('transactions.access', { params: { id: transactionId } }), [transactionId]));
  const [isRepeated, setRepeated] = useState(false);
  const locked = value?.isLocked ? t('access.locked', { sender: value.senderName }) : null;
  useDocumentTitle(t('access.title'));
  useEffect(() => {
    // Each answer is said, also one that says the same again.
    if (value && locked) announce(locked);
  }, [value, locked]);
  const tryAgain = (): void => {
    setRepeated(true);
    reload();
  };
  const again = <Button onPress={tryAgain}>{t('tryAgain')}</Button>;
  return (
    <EmptyState level={1} icon={Lock} title={t('access.title')}>
      {value ? <p>{value.sentTo === null ? t('access.text', { sender: value.senderName, title: value.title }) : t('access.byText', { sender: value.senderName, title: value.title, number: value.sentTo })}</p> : null}
      {value && !locked && value.sentTo !== null ? <SendCode transactionId={transactionId} onLocked={() => set({ ...value, isLocked: true })} /> : null}
      {locked ? <Banner meaning="attention" actions={error ? null : again}>{locked}</Banner> : null}
      {error ? <Banner meaning="negative" actions={again}>{errorText(error)}</Banner> : null}
      {value && !locked ? <CodeForm transactionId={transactionId} isTexted={value.sentTo !== null} hasFocus={isRepeated} onOpened={onOpened} onLocked={() => set({ ...value, isLocked: true })} /> : null}
    </EmptyState>
  );
}

/** Sends a code by text message, each time a new one. */
function SendCode({ transactionId, onLocked }: Pick<CodeFormProps, 'transactionId' | 'onLocked'>) {
  const { t } = useTranslation('signing');
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await call('transactions.sendAccessCode', { params: { id: transactionId } });
      setSent(true);
      announce(t('access.sent'));
    } catch (failure) {
      const info = toAppError(failure).toInfo();
      if (triesLeftOf(info) === 0) onLocked();
      else setError(info);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {isSent ? <p>{t('access.sent')}</p> : null}
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
      <Button isPending={busy} onPress={() => void send()}>{t(isSent ? 'access.sendAgain' : 'access.send')}</Button>
    </>
  );
}

interface CodeFormProps extends AccessCodeScreenProps {
  /** Whether the code came by text message, and phones may fill it in. */
  isTexted: boolean;
  /** Whether the field takes the focus, in place of a button that is gone. */
  hasFocus: boolean;
  /** Called when the last try is used up. */
  onLocked: () => void;
}

interface CodeEntry {
  readonly busy: boolean;
  /** What is wrong with the code that was entered. */
  readonly problem: string | undefined;
  /** What failed otherwise. */
  readonly error: ErrorInfo | null;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly submit: (code: string) => Promise<void>;
}

function useCodeEntry({ transactionId, onOpened, onLocked }: CodeFormProps): CodeEntry {
  const { t } = useTranslation('signing');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<ErrorInfo | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (words: string): void => {
    setProblem(words);
    announce(words);
    input.current?.focus();
  };
  const failed = (info: ErrorInfo): void => {
    const left = triesLeftOf(info);
    if (left === 0) onLocked();
    else if (left === null) setError(info);
    else refuse(t('access.wrong', { count: left }));
  };
  const submit = async (code: string): Promise<void> => {
    if (busy) return;
    setProblem(undefined);
    setError(null);
    if (code.trim() === '') return refuse(t('access.empty'));
    setBusy(true);
    try {
      await call('transactions.enterAccessCode', { params: { id: transactionId }, body: { code } });
      onOpened();
    } catch (failure) {
      failed(toAppError(failure).toInfo());
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, error, input, submit };
}

function CodeForm(props: CodeFormProps) {
  const { t } = useTranslation('signing');
  const { busy, problem, error, input, submit } = useCodeEntry(props);
  const [code, setCode] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void submit(code);
  };
  return (
    <Form className={styles.access ?? ''} onSubmit={send}>
      <TextField
        label={t('access.label')}
        autoComplete={props.isTexted ? 'one-time-code' : 'off'}
        {...(props.isTexted ? { inputMode: 'numeric' as const } : {})}
        spellCheck="false"
        autoFocus={props.hasFocus}
        maxLength={accessCodes.longest}
        inputRef={input}
        value={code}
        onChange={setCode}
        error={problem}
      />
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
      <Button type="submit" look="primary" size="large" isPending={busy}>
        {t('access.open')}
      </Button>
    </Form>
  );
}
