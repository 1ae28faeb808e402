import type { Dispatch, Ref, SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { contactText, fullName, type problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { ContactField } from '#web/ui/ContactField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { RecipientDraft } from './recipient-draft.ts';

interface PersonEntryProps {
  draft: RecipientDraft;
  onDraft: Dispatch<SetStateAction<RecipientDraft>>;
  /** Problems, once they are to be shown. */
  problems: ReturnType<typeof problemsOf>;
  others: readonly Contact[];
  autoFocus: boolean;
  nameRef?: Ref<HTMLInputElement>;
}

/** Inputs for name and address of one person, with problems beside them. */
export function PersonEntry({ draft, onDraft, problems, others, autoFocus, nameRef }: PersonEntryProps) {
  const { t } = useTranslation('recipients');
  const { allowPhone, label, problem } = useContactRules();
  const suggestions = useContactSuggestions(draft.contact, others);
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        autoComplete="off"
        autoFocus={autoFocus}
        {...(nameRef ? { inputRef: nameRef } : {})}
        value={draft.name}
        onChange={(name) => onDraft((old) => ({ ...old, name }))}
        error={problem(problems.name)}
      />
      <ContactField
        label={label}
        allowPhone={allowPhone}
        text={draft.contact}
        onTextChange={(contact) => onDraft((old) => ({ ...old, contact }))}
        suggestions={suggestions}
        onChoose={(person) => onDraft((old) => ({ ...old, name: fullName(person) || old.name, contact: contactText(person) }))}
        error={problem(problems.contact)}
      />
    </>
  );
}
