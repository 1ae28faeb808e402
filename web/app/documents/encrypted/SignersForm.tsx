import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { counts } from '#contract/limits/counts.ts';
import { contactOf, problemsOf } from '#web/entities/people/person-draft.ts';
import { errorText } from '#web/entities/error-text.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { goodPassword, newPassword } from './passwords.ts';
import styles from './encrypted.module.scss';

export interface SignerDraft {
  readonly id: string;
  readonly name: string;
  readonly contact: string;
  /** Null: they get a link. */
  readonly password: string | null;
}

export const newSignerDraft = (): SignerDraft => ({ id: newObjectId(), name: '', contact: '', password: null });

const othersOf = (drafts: readonly SignerDraft[], at: number) => drafts.slice(0, at).map((each) => contactOf(each.contact));

/** Whether a person can be asked. Without an e-mail address there is no way to invite them. */
const isComplete = (drafts: readonly SignerDraft[], at: number): boolean => {
  const draft = drafts[at];
  if (!draft) return false;
  const { name, contact } = problemsOf(draft, { others: othersOf(drafts, at) });
  return name === undefined && contact === undefined && (draft.password === null || goodPassword(draft.password));
};

export const areComplete = (drafts: readonly SignerDraft[]): boolean => drafts.length > 0 && drafts.every((_, at) => isComplete(drafts, at));

interface SignersFormProps {
  drafts: readonly SignerDraft[];
  /** Whether problems are shown. */
  tried: boolean;
  onChange: (drafts: readonly SignerDraft[]) => void;
}

/** Who signs, in this order, and how each gets the key. */
export function SignersForm({ drafts, tried, onChange }: SignersFormProps) {
  const { t } = useTranslation('encryption');
  return (
    <fieldset className={styles.people}>
      <legend>{t('people.title')}</legend>
      {drafts.map((draft, at) => (
        <SignerFields
          key={draft.id}
          draft={draft}
          number={at + 1}
          problems={tried ? problemsOf(draft, { others: othersOf(drafts, at) }) : {}}
          tried={tried}
          onChange={(change) => onChange(drafts.map((each) => (each.id === draft.id ? { ...each, ...change } : each)))}
          onRemove={drafts.length > 1 ? () => onChange(drafts.filter((each) => each.id !== draft.id)) : null}
        />
      ))}
      {drafts.length < counts.recipients ? <div><Button icon={<Icon of={Plus} />} onPress={() => onChange([...drafts, newSignerDraft()])}>{t('people.add')}</Button></div> : null}
    </fieldset>
  );
}

interface SignerFieldsProps {
  draft: SignerDraft;
  number: number;
  problems: ReturnType<typeof problemsOf>;
  tried: boolean;
  onChange: (change: Partial<SignerDraft>) => void;
  onRemove: (() => void) | null;
}

function SignerFields({ draft, number, problems, tried, onChange, onRemove }: SignerFieldsProps) {
  const { t } = useTranslation('encryption');
  const { password } = draft;
  const textOf = (code: Parameters<typeof errorText>[0]['code'] | undefined): string | undefined => (code ? errorText({ code }) : undefined);
  return (
    <fieldset className={styles.person}>
      <legend>{t('people.number', { number })}</legend>
      <TextField label={t('people.name')} autoComplete="off" maxLength={128} value={draft.name} onChange={(name) => onChange({ name })} error={textOf(problems.name)} />
      <TextField label={t('people.email')} type="email" inputMode="email" autoComplete="off" value={draft.contact} onChange={(contact) => onChange({ contact })} error={textOf(problems.contact)} />
      <RadioGroup
        label={t('people.way')}
        options={[{ key: 'link', text: t('people.byLink'), description: t('people.byLinkHelp') }, { key: 'password', text: t('people.byPassword'), description: t('people.byPasswordHelp') }]}
        value={password === null ? 'link' : 'password'}
        onChange={(way) => onChange({ password: way === 'link' ? null : '' })}
      />
      {password === null ? null : (
        <div className={styles.row}>
          <TextField label={t('people.password')} autoComplete="off" value={password} onChange={(text) => onChange({ password: text })} error={tried && !goodPassword(password) ? t('people.passwordShort') : undefined} />
          <Button onPress={() => onChange({ password: newPassword() })}>{t('people.suggest')}</Button>
        </div>
      )}
      {onRemove ? <div><Button look="quiet" icon={<Icon of={X} />} onPress={onRemove}>{t('people.remove', { number })}</Button></div> : null}
    </fieldset>
  );
}
