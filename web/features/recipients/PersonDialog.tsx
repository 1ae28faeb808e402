import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { PersonEntry } from './PersonEntry.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import type { SigningPlan } from './SignerOptions.tsx';
import { SignerOptions } from './SignerOptions.tsx';

interface PersonDialogProps {
  title: string;
  start: RecipientDraft;
  /** Shows options of a signer: role, language, way of signing. */
  plan?: SigningPlan;
  others: readonly Contact[];
  saveText: string;
  onSave: (draft: RecipientDraft) => void;
  onClose: () => void;
}

/** All options of one person. */
export function PersonDialog({ title, start, plan, others, saveText, onSave, onClose }: PersonDialogProps) {
  const { t } = useTranslation('recipients');
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const { allowPhone } = useContactRules();
  const problems = problemsOf(draft, { others, allowPhone });
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
      <PersonEntry draft={draft} onDraft={setDraft} problems={tried ? problems : {}} others={others} autoFocus />
      {plan ? <SignerOptions draft={draft} plan={plan} onChange={(part) => setDraft((old) => ({ ...old, ...part }))} /> : null}
    </FormDialog>
  );
}
