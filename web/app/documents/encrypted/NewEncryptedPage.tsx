import { ArrowRight, FileUp, Lock } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { nameOfBody, withoutExtension } from '#contract/entities/file.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { splitName } from '#contract/person-names.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { assigned } from '#web/entities/field/unassigned.ts';
import { contactOf } from '#web/entities/people/person-draft.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectFieldsOf } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { encryptRequest, sendEncrypted, type EncryptedRequest, type NewSigner } from '#web/services/encryption/send-request.service.ts';
import { storeTransactionKey } from '#web/services/encryption/stored-keys.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { peopleOf } from '../editor/editor-people.ts';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';
import { useOpenDocument } from '../shared/use-open-document.ts';
import { areComplete, newSignerDraft, SignersForm, type SignerDraft } from './SignersForm.tsx';
import styles from '../shared/documents.module.scss';
import own from './encrypted.module.scss';

injectEditor();

interface Draft {
  readonly file: File | null;
  readonly title: string;
  readonly message: string;
  readonly signers: readonly SignerDraft[];
}

const signersOf = (drafts: readonly SignerDraft[]): NewSigner[] =>
  drafts.map(({ id, name, contact, password }) => ({ id, email: contactOf(contact).email ?? '', ...splitName(name), password: password?.trim() ?? null }));

/** A new end-to-end encrypted request. It is prepared in this browser and stored nowhere before it is sent. */
export default function NewEncryptedPage() {
  const { t } = useTranslation('encryption');
  const [draft, setDraft] = useState<Draft>(() => ({ file: null, title: '', message: '', signers: [newSignerDraft()] }));
  const [isPlacing, setPlacing] = useState(false);
  const [isSent, setSent] = useState(false);
  // The fields belong to the document under this id, which becomes that of the request.
  const [id, setId] = useState(newObjectId);
  const dispatch = useAppDispatch();
  useDocumentTitle(t('new.title'));
  // Otherwise the next draft in this tab would take its fields for its own.
  useEffect(() => () => void dispatch(editorActions.editorClosed()), [dispatch]);
  useLeavingNotice(draft.file !== null && !isSent);
  const change = (changed: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...changed }));
    if (!changed.file) return;
    dispatch(editorActions.editorClosed());
    setId(newObjectId());
  };
  const { file } = draft;
  return isPlacing && file
    ? <PlaceFields key={id} id={id} draft={{ ...draft, file }} onBack={() => setPlacing(false)} onSent={() => setSent(true)} />
    : <Details draft={draft} onChange={change} onNext={() => setPlacing(true)} />;
}

const excluded = ['conversion', 'server', 'search', 'scanner', 'check', 'drafts', 'lost'] as const;

interface DetailsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  onNext: () => void;
}

/** What is sent to whom; and before, what can't be done with it. */
function Details({ draft, onChange, onNext }: DetailsProps) {
  const { t } = useTranslation('encryption');
  const { fileSize } = useLimits();
  const [tried, setTried] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const { file, title, message, signers } = draft;
  const choose = ([chosen]: readonly File[]): void => {
    if (!chosen) return;
    setTooLarge(chosen.size > fileSize);
    if (chosen.size <= fileSize) onChange({ file: chosen, title: title || withoutExtension(chosen.name, 'pdf') });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (file && title.trim() && areComplete(signers)) onNext();
  };
  return (
    <form className={own.form} noValidate onSubmit={submit}>
      <h1>{t('new.title')}</h1>
      <p>{t('new.text')}</p>
      <Banner meaning="attention">
        {t('excluded.title')}
        <ul className={own.excluded}>{excluded.map((each) => <li key={each}>{t(`excluded.${each}`)}</li>)}</ul>
      </Banner>
      <div className={own.handOver}>
        <div><FileButton icon={<Icon of={FileUp} />} accepted={['application/pdf']} allowsMultiple={false} onFiles={choose}>{t('new.choose')}</FileButton></div>
        {file ? <p role="status">{file.name}</p> : null}
        {(tried && !file) || isTooLarge ? <Banner meaning="negative">{isTooLarge ? errorText({ code: 'max_size_exceeded' }) : t('new.fileMissing')}</Banner> : null}
      </div>
      <TextField label={t('new.name')} value={title} maxLength={lengths.title} onChange={(text) => onChange({ title: text })} error={tried && !title.trim() ? t('new.nameMissing') : undefined} />
      <TextArea label={t('new.message')} value={message} maxLength={lengths.message} onChange={(text) => onChange({ message: text })} />
      <SignersForm drafts={signers} tried={tried} onChange={(drafts) => onChange({ signers: drafts })} />
      {tried && !areComplete(signers) ? <Banner meaning="negative">{t('people.incomplete')}</Banner> : null}
      <div><Button look="primary" type="submit" icon={<Icon of={ArrowRight} />}>{t('new.next')}</Button></div>
    </form>
  );
}

interface PlaceFieldsProps {
  id: string;
  draft: Draft & { file: File };
  onBack: () => void;
  onSent: () => void;
}

/** The editor on a document of this browser, and sending. */
function PlaceFields({ id, draft: { file, title, message, signers: drafts }, onBack, onSent }: PlaceFieldsProps) {
  const { t } = useTranslation('encryption');
  const store = useStore() as AppStore;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useAppSelector(selectUserId);
  const read = useCallback(async () => file, [file]);
  const opened = useOpenDocument(read);
  const signers = useMemo(() => signersOf(drafts), [drafts]);
  const people = useMemo(() => peopleOf(signers.map(({ id: key, email, firstName, lastName }) => ({ id: key, email, firstName, lastName }))), [signers]);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  // Encrypted once: sent again after a failure, it is the same request.
  const encrypted = useRef<EncryptedRequest | null>(null);
  const send = async (): Promise<void> => {
    const [first] = people;
    if (!first || !userId) throw new AppError('unauthorized');
    const fields = assigned(selectFieldsOf(store.getState(), id), first.recipient);
    encrypted.current ??= await encryptRequest({ id, file, title: title.trim(), message: message.trim(), fields, signers });
    // Before it is sent: without the key nobody could open it any more.
    await storeTransactionKey(userId, id, { key: encrypted.current.key, title: encrypted.current.title });
    await sendEncrypted(encrypted.current);
    onSent();
    await dispatch(fetchTransaction({ id }));
    await navigate(fillPath(routes.transaction, { id }), { replace: true });
  };
  const press = (): void => {
    setSending(true);
    setError(null);
    send().catch((failure: unknown) => setError(toAppError(failure).toInfo())).finally(() => setSending(false));
  };
  const isLocked = encrypted.current !== null;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={title}>
        <HeaderTools local />
        <Button isDisabled={isSending || isLocked} onPress={onBack}>{t('back')}</Button>
        <Button look="primary" icon={<Icon of={Lock} />} isPending={isSending} isDisabled={opened.status !== 'open'} onPress={press}>{t('new.send')}</Button>
      </DocumentHeader>
      <EditorWorkspace
        document={{ id, title: nameOfBody(title, 'application/pdf'), fields: null, isNeverSaved: true }}
        documents={[{ id, title }]}
        onDocument={() => undefined}
        opened={opened}
        people={people}
        fieldsLock={isLocked ? t('new.encrypted') : null}
        notice={error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
        local
      />
    </div>
  );
}
