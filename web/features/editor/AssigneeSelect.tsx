import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecipient } from '#contract/entities/field.ts';
import { recipientColor } from '#web/ui/initials.ts';
import { Select } from '#web/ui/Select.tsx';
import type { Person } from './people.ts';
import { personOf, usePeople } from './people.ts';
import styles from './editor.module.scss';

interface AssigneeSelectProps {
  label: string;
  /** `undefined` if the selected fields differ. */
  value: FieldRecipient | null | undefined;
  onChange: (recipient: FieldRecipient | null) => void;
}

const EVERYBODY = 'everybody';

export function PersonSign({ person }: { person: Person | undefined }) {
  const colour = person ? recipientColor(person.colour - 1) : 'var(--color-secondary)';
  return (
    <span className={styles.sign} style={{ '--owner': colour } as CSSProperties} aria-hidden>
      {person?.initials ?? '·'}
    </span>
  );
}

/** Selects the recipient of a field, shown with colour, initials and name. */
export function AssigneeSelect({ label, value, onChange }: AssigneeSelectProps) {
  const { t } = useTranslation('editor');
  const people = usePeople();
  if (people.length === 0) return null;
  const known = value ? personOf(people, value)?.key : undefined;
  const key = value === undefined ? null : (known ?? EVERYBODY);
  const options = [
    ...people.map((person) => ({ key: person.key, text: person.name, sign: <PersonSign person={person} /> })),
    // A single signer fills everything, so "everybody" is not offered.
    ...(people.length === 1 && key !== EVERYBODY ? [] : [{ key: EVERYBODY, text: t('everybody'), sign: <PersonSign person={undefined} /> }]),
  ];
  return (
    <Select
      label={label}
      options={options}
      value={key}
      placeholder={t('different')}
      onChange={(chosen) => onChange(people.find((person) => person.key === chosen)?.recipient ?? null)}
    />
  );
}
