import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { needs } from '#web/entities/people/needs.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useNeedOptions } from '#web/entities/people/use-need-options.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { PersonEntry } from './PersonEntry.tsx';
import { lacksAttachmentLabel, lacksCodePhone, type RecipientDraft } from './recipient-draft.ts';
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
  const choice = useNeedOptions();
  const { allowPhone } = useContactRules();
  const problems = problemsOf(draft, { others, allowPhone });
  const submit = (): void => {
    if (hasProblems(problems) || (plan && draft.need !== 'copy' && (lacksCodePhone(draft) || lacksAttachmentLabel(draft)))) setTried(true);
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
      {plan && !plan.isNeedFixed ? <Select label={choice.label} options={choice.of(needs)} value={draft.need ?? 'signer'} onChange={(need) => setDraft((old) => ({ ...old, need }))} /> : null}
      {plan && draft.need !== 'copy' ? <SignerOptions draft={draft} plan={plan} tried={tried} onChange={(part) => setDraft((old) => ({ ...old, ...part }))} /> : null}
    </FormDialog>
  );
}
