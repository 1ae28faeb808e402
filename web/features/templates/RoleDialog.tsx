import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { participationOf, participations, type RecipientInput } from '#contract/entities/recipient.ts';
import { withParticipation } from '#web/entities/people/needs.ts';
import { contactOf, contactText, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useNeedOptions } from '#web/entities/people/use-need-options.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface RoleDialogProps {
  start: RecipientInput | undefined;
  others: readonly string[];
  onSave: (recipient: RecipientInput) => void;
  onClose: () => void;
}

const LONGEST = 128;
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Name of a role and what it is there for; for a fixed person also their address. */
export function RoleDialog({ start, others, onSave, onClose }: RoleDialogProps) {
  const { t } = useTranslation('templates');
  const { allowPhone, label, problem } = useContactRules();
  const { shown, stored } = useRoleNames();
  const [role, setRole] = useState(shown(start?.role ?? ''));
  const [address, setAddress] = useState(start ? contactText(start) : '');
  const [participation, setParticipation] = useState(participationOf(start ?? {}));
  const choice = useNeedOptions();
  const [tried, setTried] = useState(false);
  const missing = role.trim() === '';
  const taken = others.some((other) => same(other, stored(role)));
  const wrong = address.trim() === '' ? undefined : problemsOf({ name: '', contact: address }, { allowPhone }).contact;
  const submit = (): void => {
    setTried(true);
    if (!missing && !taken && !wrong) onSave(withParticipation({ ...start, role: stored(role), ...contactOf(address) }, participation));
  };
  const roleError = missing ? t('role.missing') : taken ? t('role.taken') : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={start ? t('role.edit') : t('role.add')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t('role.save')}
      onSubmit={submit}
    >
      <TextField label={t('role.name')} help={t('role.help')} autoFocus isRequired maxLength={LONGEST} value={role} onChange={setRole} error={tried ? roleError : undefined} />
      <Select label={choice.label} options={choice.of(participations)} value={participation} onChange={(chosen) => setParticipation(chosen)} />
      <TextField
        label={t('role.always')}
        hint={t('optional')}
        help={label}
        {...(allowPhone ? {} : { type: 'email' })}
        inputMode="email"
        autoComplete="off"
        value={address}
        onChange={setAddress}
        error={tried ? problem(wrong) : undefined}
      />
    </FormDialog>
  );
}
