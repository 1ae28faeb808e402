import { ArrowRight, FileUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutExtension } from '#contract/entities/file.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { splitName } from '#contract/person-names.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { contactOf } from '#web/entities/people/person-draft.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { RecipientReplacement } from '#web/features/editor/field-edits.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { NewSigner } from '#web/services/encryption/send-request.service.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { inspectPdf } from '#web/services/uploads/inspect-pdf.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { fieldRecipientOf } from '../editor/editor-people.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { areComplete, newSignerDraft, SignersForm, type SignerDraft } from './SignersForm.tsx';
import { useLeavingQuestion } from './use-leaving-question.tsx';
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

/**
 * Gives the fields of people whose address was changed to the new one, and those of people who were removed to nobody. By way of
 * their ids, since two may have exchanged their addresses.
 */
export function replacementsOf(before: readonly NewSigner[], now: readonly NewSigner[]): RecipientReplacement[] {
  const changed = before.filter((each) => !now.some(({ id, email }) => id === each.id && email === each.email));
  const toId = changed.map((each) => ({ from: fieldRecipientOf({ email: each.email }), to: { email: null, phone: null, role: each.id } }));
  const fromId = changed.map(({ id }) => {
    const after = now.find((each) => each.id === id);
    return { from: { email: null, phone: null, role: id }, to: after ? fieldRecipientOf({ email: after.email }) : null };
  });
  return [...toId, ...fromId];
}

/** A new end-to-end encrypted request. It is prepared in this browser and stored nowhere before it is sent. */
export default function NewEncryptedPage() {
  const { t } = useTranslation('encryption');
  const [draft, setDraft] = useState<Draft>(() => ({ file: null, title: '', message: '', signers: [newSignerDraft()] }));
  const [isPlacing, setPlacing] = useState(false);
  const [isSent, setSent] = useState(false);
  // The fields belong to the document under this id.
  const [id, setId] = useState(newObjectId);
  const dispatch = useAppDispatch();
  useDocumentTitle(t('new.title'));
  // Otherwise the next draft in this tab would take its fields for its own.
  useEffect(() => () => void dispatch(editorActions.editorClosed()), [dispatch]);
  const leaving = useLeavingQuestion('prepared', draft.file !== null && !isSent);
  const change = (changed: Partial<Draft>): void => {
    // A title that was entered while the file was read stays.
    setDraft((old) => ({ ...old, ...changed, title: changed.title ?? (old.title || (changed.file ? withoutExtension(changed.file.name, 'pdf') : '')) }));
    if (!changed.file) return;
    dispatch(editorActions.editorClosed());
    setId(newObjectId());
  };
  const { file, title, message } = draft;
  const signers = useMemo(() => signersOf(draft.signers), [draft.signers]);
  const placedFor = useRef<readonly NewSigner[]>([]);
  const place = (): void => {
    for (const replacement of replacementsOf(placedFor.current, signers)) dispatch(editorActions.recipientReplaced(replacement));
    placedFor.current = signers;
    setPlacing(true);
  };
  return (
    <>
      {leaving}
      {isPlacing && file
        ? <PlaceFields key={id} documentId={id} file={file} title={title.trim()} message={message.trim()} signers={signers} onBack={() => setPlacing(false)} onSent={() => setSent(true)} />
        : <Details draft={draft} onChange={change} onNext={place} />}
    </>
  );
}

/** Why a document can't be signed, told before anything is prepared with it. */
const refusalOf = (file: File): Promise<ErrorCode | null> => inspectPdf(file).then(({ unsignable }) => unsignable, (error: unknown) => toAppError(error).code);

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const { file, title, message, signers } = draft;
  const latest = useRef<File | null>(null);
  const choose = async ([chosen]: readonly File[]): Promise<void> => {
    if (!chosen) return;
    latest.current = chosen;
    const code = chosen.size > fileSize ? 'max_size_exceeded' : await refusalOf(chosen);
    if (latest.current !== chosen) return;
    setRefusal(code === null ? null : code === 'pdf_password' ? t('new.protected') : errorText({ code }));
    if (code === null) onChange({ file: chosen });
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
        <div><FileButton icon={<Icon of={FileUp} />} accepted={['application/pdf']} allowsMultiple={false} onFiles={(files) => void choose(files)}>{t('new.choose')}</FileButton></div>
        {file ? <p role="status">{file.name}</p> : null}
        {refusal !== null || (tried && !file) ? <Banner meaning="negative">{refusal ?? t('new.fileMissing')}</Banner> : null}
      </div>
      <TextField label={t('new.name')} value={title} maxLength={lengths.title} onChange={(text) => onChange({ title: text })} error={tried && !title.trim() ? t('new.nameMissing') : undefined} />
      <TextArea label={t('new.message')} value={message} maxLength={lengths.message} onChange={(text) => onChange({ message: text })} />
      <SignersForm drafts={signers} tried={tried} onChange={(drafts) => onChange({ signers: drafts })} />
      {tried && !areComplete(signers) ? <Banner meaning="negative">{t('people.incomplete')}</Banner> : null}
      <div><Button look="primary" type="submit" icon={<Icon of={ArrowRight} />}>{t('new.next')}</Button></div>
    </form>
  );
}
