import { Avatar } from './Avatar.tsx';
import { ComboBox } from './ComboBox.tsx';
import type { FieldTexts } from './FieldParts.tsx';
import type { PersonName } from './initials.ts';
import { personName } from './initials.ts';

export interface ContactFieldProps<Person extends PersonName> extends FieldTexts {
  text: string;
  onTextChange(text: string): void;
  /** Who may be meant by what was written so far. */
  suggestions: readonly Person[];
  onChoose(person: Person): void;
  autoFocus?: boolean;
}

/** An address, with the people below it who may be meant. */
export const ContactField = <Person extends PersonName>({ suggestions, onChoose, ...rest }: ContactFieldProps<Person>) => (
  <ComboBox
    {...rest}
    type="email"
    isRequired
    allowsCustomValue
    options={suggestions.map((person) => {
      const address = person.email ?? '';
      const name = personName(person);
      return { key: address, text: address, ...(name === address ? {} : { description: name }), sign: <Avatar person={person} /> };
    })}
    onChoose={(address) => {
      const person = suggestions.find(({ email }) => email === address);
      if (person) onChoose(person);
    }}
  />
);
