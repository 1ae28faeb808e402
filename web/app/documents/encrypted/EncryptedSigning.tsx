import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { withFieldLabels } from '#web/entities/field/field-findings.ts';
import { joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import { anchorPicture, mergeValues, pictureBytes } from '#web/entities/field/merge-values.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { declineTransaction, fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { Guide } from '#web/features/signing/Guide.tsx';
import { startRulesListener } from '#web/features/signing/rules-listener.ts';
import { injectSigning } from '#web/features/signing/signing-draft.ts';
import { selectSigningFiles, selectSubject, signedFieldsOf } from '#web/features/signing/signing.selectors.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { toAppError, type ErrorInfo } from '#web/services/app-error.ts';
import type { Bytes } from '#web/services/encryption/keys.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { anchorOfSigner, signEncrypted } from '#web/services/encryption/sign-request.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { PictureMaker } from '../shared/PictureMaker.tsx';
import { useGuide } from '../shared/use-guide.ts';
import type { DocumentState } from '../shared/use-open-document.ts';
import { useCoreFields, useOpenDocument } from '../shared/use-open-document.ts';
import { useSigningLayer } from '../shared/use-signing-layer.tsx';
import { CheckResult } from './CheckResult.tsx';
import { HandOver } from './HandOver.tsx';
import { useLeavingQuestion } from './use-leaving-question.tsx';
import styles from '../shared/documents.module.scss';
import own from './encrypted.module.scss';

injectSigning();

interface EncryptedSigningProps {
  transaction: Transaction;
  profile: Profile;
  signerId: string;
  transactionKey: Bytes;
  request: OpenedRequest;
  onSigned: () => void;
  /** Somebody else has added a version meanwhile. */
  onOutdated: () => void;
}

const stay = (): void => undefined;

/** Filling in and signing. All of it happens in this browser, and only the encrypted result leaves it. */
export function EncryptedSigning({ transaction, profile, signerId, transactionKey, request, onSigned, onOutdated }: EncryptedSigningProps) {
  const { t } = useTranslation('encryption');
  const store = useStore() as AppStore;
  const viewer = useRef<ViewerHandle>(null);
  const { id } = transaction;
  const read = useCallback(async () => request.body, [request.body]);
  const opened = useOpenDocument(read);
  const isReady = useFilling(id, opened, request, signerId);
  const [asking, setAsking] = useState<'sign' | 'decline' | null>(null);
  const finish = useCallback(() => setAsking('sign'), []);
  const guide = useGuide(viewer, { shown: id, choose: stay, onComplete: finish });
  const layer = useSigningLayer(id, opened, guide);
  const leaving = useLeavingQuestion('filled', isReady);
  const sign = async (): Promise<void> => {
    const [file] = selectSigningFiles(store.getState());
    const signer = request.sent.signers.find((each) => each.id === signerId);
    if (!file || !signer) return;
    const anchor = anchorOfSigner(request.sent, signerId);
    const fields = signedFieldsOf(file, { email: signer.email, phone: null });
    const url = anchorPicture(fields, anchor);
    const person = { id: profile.id, email: profile.email, phone: profile.phone, name: personName(profile) };
    try {
      await signEncrypted({ transactionId: id, signerId, person, key: transactionKey, opened: request, values: mergeValues(fields, file.before, anchor), picture: url ? await pictureBytes(url) : null });
    } catch (error) {
      if (toAppError(error).code === 'conflict') onOutdated();
      throw withFieldLabels(error, fields);
    }
    onSigned();
  };
  if (!isReady) return <LoadingOverlay />;
  const sender = personName(transaction.owner);
  return (
    <div className={styles.screen}>
      {leaving}
      <DocumentHeader title={request.sent.title}>
        <Button look="quiet" onPress={() => setAsking('decline')}>{t('decline.open')}</Button>
      </DocumentHeader>
      <div className={own.notice}>
        <CheckResult request={request} />
        {transaction.ownerId === profile.id ? <HandOver transaction={transaction} transactionKey={transactionKey} request={request} /> : null}
        {request.sent.message ? <blockquote className={own.message}>{request.sent.message}</blockquote> : null}
      </div>
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={request.sent.title} viewerRef={viewer} layer={layer} />
      </div>
      <Guide started={asking === null} actions={guide} onFinish={finish} />
      {guide.picture ? <PictureMaker {...guide.picture} name={personName(profile)} remember={false} onClose={guide.pictureDone} /> : null}
      {asking === 'sign' ? <ActDialog title={t('sign.title', { title: request.sent.title })} text={t('sign.text', { name: personName(profile), sender })} confirm={t('sign.confirm')} act={sign} onClose={() => setAsking(null)} /> : null}
      {asking === 'decline' ? <DeclineEncrypted id={id} sender={sender} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

/** A reason would go through the server, so none is asked for. */
function DeclineEncrypted({ id, sender, onClose }: { id: string; sender: string; onClose: () => void }) {
  const { t } = useTranslation('encryption');
  const dispatch = useAppDispatch();
  const decline = async (): Promise<void> => {
    await dispatch(declineTransaction({ id, reason: '' })).unwrap();
    await dispatch(fetchTransaction({ id }));
  };
  return <ActDialog title={t('decline.title')} text={t('decline.text', { name: sender })} confirm={t('decline.confirm')} negative act={decline} onClose={onClose} />;
}

interface ActDialogProps {
  title: string;
  text: string;
  confirm: string;
  negative?: boolean;
  act: () => Promise<void>;
  onClose: () => void;
}

/** Asks, acts, and shows a failure beside the button. */
function ActDialog({ title, text, confirm, negative = false, act, onClose }: ActDialogProps) {
  const { t } = useTranslation('encryption');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  const confirmed = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (failure) {
      if (isThere.current) setError(toAppError(failure).toInfo());
    }
    if (isThere.current) setBusy(false);
  };
  return (
    <ConfirmDialog isOpen title={title} confirmText={confirm} cancelText={t('back')} negative={negative} isPending={isBusy} onConfirm={() => void confirmed()} onClose={onClose}>
      <p>{text}</p>
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
    </ConfirmDialog>
  );
}

/** Opens the signing with the sender's fields and the values that the document has. True once open. */
function useFilling(subject: string, opened: DocumentState, { sent }: OpenedRequest, signerId: string): boolean {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const inFile = useCoreFields(opened);
  const current = useAppSelector(selectSubject);
  useEffect(startRulesListener, []);
  useEffect(() => {
    const signer = sent.signers.find((each) => each.id === signerId);
    if (inFile === null || !signer || selectSubject(store.getState()) === subject) return undefined;
    const left = new AbortController();
    const open = async (): Promise<void> => {
      const values = new Map((await joinFieldsInSlices([], inFile, left.signal))?.map((each) => [each.id, each.value]));
      if (left.signal.aborted) return;
      const fields = sent.fields.map((each) => ({ ...each, value: values.get(each.id) ?? null }));
      dispatch(signingActions.signingOpened({ subject, signer: { email: signer.email, phone: null }, files: [{ id: subject, title: sent.title, fields, before: fields }], today: new Date().toISOString() }));
    };
    void open();
    return () => left.abort();
  }, [dispatch, store, subject, inFile, sent, signerId]);
  useEffect(() => () => void dispatch(signingActions.signingClosed()), [dispatch]);
  return current === subject;
}
