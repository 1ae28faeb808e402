import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { chainProblemsOf } from '#web/services/encryption/open-request.service.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { EncryptedSigning } from './EncryptedSigning.tsx';
import { EncryptedView } from './EncryptedView.tsx';
import { turnOf } from './turn.ts';
import { useEncryptedRequest } from './use-encrypted-request.ts';
import styles from './encrypted.module.scss';

interface EncryptedScreenProps {
  transaction: Transaction;
  profile: Profile;
}

/** An end-to-end encrypted request, for everybody who has a part in it. */
export function EncryptedScreen({ transaction, profile }: EncryptedScreenProps) {
  const { t } = useTranslation('encryption');
  const dispatch = useAppDispatch();
  const { state, enter, retry } = useEncryptedRequest(transaction, profile);
  const [hasSigned, setSigned] = useState(false);
  const [isSigning, setSigning] = useState(false);
  useDocumentTitle(state.status === 'open' ? state.request.sent.title : transaction.name);
  if (isEditable(transaction.status)) {
    return <EmptyState level={1} icon={Lock} title={t('unsent.title')} actions={<LinkButton to={routes.transactions}>{t('back')}</LinkButton>}>{t('unsent.text')}</EmptyState>;
  }
  if (state.status === 'opening') return <Opening />;
  if (state.status === 'keyless') return <KeyForm sender={personName(transaction.owner)} error={state.error} onEnter={enter} />;
  if (state.status === 'failed') {
    return (
      <EmptyState level={1} icon={Lock} title={t('failed')} actions={<Button onPress={retry}>{t('retry')}</Button>}>
        {state.error.code === 'failed_to_decrypt' ? t('damaged') : errorText(state.error)}
      </EmptyState>
    );
  }
  const { key, request } = state;
  const signer = isRunning(transaction.status) && !hasSigned ? signsHere(transaction, profile) : null;
  const turn = signer ? turnOf(request, transaction, signer.id) : null;
  const checked = turn === 'of another' ? { ...request, problems: [...request.problems, 'order' as const] } : request;
  const maySign = signer !== null && turn === 'own' && chainProblemsOf(checked).length === 0;
  // A sender who signs, too, hands over the key first: nobody else can open the request without it.
  if (maySign && (isSigning || transaction.ownerId !== profile.id)) {
    const outdated = (): void => {
      notifyError(t('sign.outdated'), { id: 'encrypted-outdated' });
      retry();
    };
    const signed = (): void => {
      setSigned(true);
      // What is shown and downloaded from here on is the signed version, checked like any other.
      retry();
      void dispatch(fetchTransaction({ id: transaction.id }));
    };
    return <EncryptedSigning transaction={transaction} profile={profile} signerId={signer.id} transactionKey={key} request={request} onSigned={signed} onOutdated={outdated} />;
  }
  return <EncryptedView transaction={transaction} profile={profile} transactionKey={key} request={checked} hasSigned={hasSigned} {...(maySign ? { onSign: () => setSigning(true) } : {})} />;
}

function Opening() {
  const { t } = useTranslation('encryption');
  return (
    <>
      <p role="status" className="visually-hidden">{t('opening')}</p>
      <LoadingOverlay />
    </>
  );
}

interface KeyFormProps {
  sender: string;
  error: ErrorInfo | null;
  onEnter: (text: string) => void;
}

/** Asks for the link or the password. Neither is sent anywhere. */
function KeyForm({ sender, error, onEnter }: KeyFormProps) {
  const { t } = useTranslation('encryption');
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') onEnter(text.trim());
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1>{t('key.title')}</h1>
      <p>{t('key.text', { name: sender })}</p>
      <TextField label={t('key.label')} type="password" autoComplete="off" autoFocus value={text} onChange={setText} error={error ? t('key.wrong') : undefined} />
      <div><Button look="primary" type="submit">{t('key.open')}</Button></div>
      <Banner meaning="secondary">{t('key.lost', { name: sender })}</Banner>
    </form>
  );
}
