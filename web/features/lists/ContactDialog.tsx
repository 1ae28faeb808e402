import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/contact.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { namePartsIn } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ContactDraft } from '#web/entities/people/contact-draft.ts';
import { contactProblemsOf, contactWriteOf, draftOfContact, hasContactProblems } from '#web/entities/people/contact-draft.ts';
import { addContact, changeContact } from '#web/entities/people/contacts.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { newObjectId } from '#web/services/object-id.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface ContactDialogProps {
  /** Null for a new one. */
  contact: Contact | null;
  onClose(): void;
}

/** Name and addresses of a contact. */
export const ContactDialog = ({ contact, onClose }: ContactDialogProps) => {
  const { t, i18n } = useTranslation('contacts');
  const { t: person } = useTranslation('profile');
  const { t: account } = useTranslation('account');
  const { t: problem } = useTranslation('people');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [draft, setDraft] = useState<ContactDraft>(() => draftOfContact(contact));
  const [id] = useState(() => contact?.id ?? newObjectId());
  const [tried, setTried] = useState(false);
  const problems = tried ? contactProblemsOf(draft) : {};
  const set = (part: keyof ContactDraft) => (text: string): void => setDraft((old) => ({ ...old, [part]: text }));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (hasContactProblems(contactProblemsOf(draft))) return;
    const write = { id, ...contactWriteOf(draft) };
    if (await act.run(() => dispatch((contact ? changeContact : addContact)(write)).unwrap())) onClose();
  };
  const failure = ({ code, ...rest }: ErrorInfo): string => (code === 'conflict' ? t('known') : errorText({ code, ...rest }, t('failed')));
  return (
    <FormDialog
      onClose={onClose}
      title={t(contact ? 'editTitle' : 'addTitle')}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t(contact ? 'save' : 'add')}
      isPending={act.busy}
      onSubmit={() => void submit()}
    >
      {namePartsIn(i18n.language).map((part, index) => (
        <TextField
          key={part}
          label={person(part)}
          autoComplete="off"
          autoFocus={index === 0}
          maxLength={lengths.fullName}
          value={draft[part]}
          onChange={set(part)}
          error={problems[part] ? problem(problems[part]) : undefined}
        />
      ))}
      <TextField
        label={account('contact.email')}
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={set('email')}
        error={problems.email === 'fields_empty' ? t('addressMissing') : problems.email ? problem(problems.email) : undefined}
      />
      <TextField
        label={account('contact.phone')}
        type="tel"
        autoComplete="off"
        value={draft.phone}
        onChange={set('phone')}
        help={t('phoneHelp')}
        error={problems.phone ? account('contact.wrong_phone') : undefined}
      />
      {act.error ? <Banner meaning="negative">{failure(act.error)}</Banner> : null}
    </FormDialog>
  );
};
