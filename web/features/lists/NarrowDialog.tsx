import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { daysOf, periodOf } from './list-period.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextField } from '#web/ui/TextField.tsx';
import type { ChangeQuery } from './use-list-query.ts';

const nobody: readonly never[] = [];

/** A name or an address, with suggestions of people. */
const Person = ({ text, onText }: { text: string; onText(text: string): void }) => {
  const { t } = useTranslation('labels');
  const people = useContactSuggestions(text, nobody);
  return (
    <ComboBox
      allowsCustomValue
      label={t('narrow.person')}
      help={t('narrow.personHelp')}
      text={text}
      onTextChange={(typed) => onText(typed.slice(0, lengths.title))}
      options={people.map((person) => ({ key: contactText(person), text: contactText(person), description: personName(person), sign: <Avatar person={person} /> }))}
      onChoose={onText}
    />
  );
};

interface NarrowDialogProps {
  query: ListQuery;
  /** Whether the list is of something that people take part in. */
  hasPeople: boolean;
  onQuery: ChangeQuery;
  onClose(): void;
}

/** Filters a list by person and days. */
const NarrowDialog = ({ query, hasPeople, onQuery, onClose }: NarrowDialogProps) => {
  const { t } = useTranslation('labels');
  const [person, setPerson] = useState(query.person);
  const [days, setDays] = useState(() => daysOf(query));
  const isReversed = days.from !== '' && days.until !== '' && days.until < days.from;
  const submit = (): void => {
    if (isReversed) return;
    onQuery({ person: person.trim(), ...periodOf(days) });
    onClose();
  };
  return (
    <FormDialog title={t(hasPeople ? 'narrow.title' : 'narrow.titleDate')} size="small" onClose={onClose} closeLabel={t('close')} cancelText={t('cancel')} saveText={t('narrow.apply')} onSubmit={submit}>
      {hasPeople ? <Person text={person} onText={setPerson} /> : null}
      <TextField label={t('narrow.from')} type="date" value={days.from} onChange={(from) => setDays({ ...days, from })} />
      <TextField label={t('narrow.until')} type="date" value={days.until} onChange={(until) => setDays({ ...days, until })} error={isReversed ? t('narrow.order') : undefined} />
    </FormDialog>
  );
};

export default NarrowDialog;
