import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { fullName, hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { ContactField } from '#web/ui/ContactField.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import type { SigningPlan } from './SignerOptions.tsx';
import { SignerOptions } from './SignerOptions.tsx';

interface PersonDialogProps {
  title: string;
  start: RecipientDraft;
  /** Asks for what concerns a signer: role, language, how they sign. */
  plan?: SigningPlan;
  others: readonly Contact[];
  saveText: string;
  onSave: (draft: RecipientDraft) => void;
  onClose: () => void;
}

/** Name and address of one person; what is wrong stands beside the field it belongs to. */
export function PersonDialog({ title, start, plan, others, saveText, onSave, onClose }: PersonDialogProps) {
  const { t } = useTranslation('recipients');
  const { t: problem } = useTranslation('people');
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft, { others });
  const suggestions = useContactSuggestions(draft.contact, others);
  const submit = (): void => {
    if (hasProblems(problems)) setTried(true);
    else onSave(draft);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={saveText}
      onSubmit={submit}
    >
      <TextField
        label={t('name')}
        name="name"
        autoComplete="off"
        autoFocus
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={tried && problems.name ? problem(problems.name) : undefined}
      />
      <ContactField
        label={t('email')}
        text={draft.contact}
        onTextChange={(contact) => setDraft((old) => ({ ...old, contact }))}
        suggestions={suggestions}
        onChoose={(person) => setDraft((old) => ({ ...old, name: fullName(person) || old.name, contact: person.email ?? '' }))}
        error={tried && problems.contact ? problem(problems.contact) : undefined}
      />
      {plan ? <SignerOptions draft={draft} plan={plan} onChange={(part) => setDraft((old) => ({ ...old, ...part }))} /> : null}
    </FormDialog>
  );
}
