import { Avatar } from './Avatar.tsx';
import { ComboBox } from './ComboBox.tsx';
import type { FieldTexts } from './FieldParts.tsx';
import type { PersonName } from './initials.ts';
import { personName } from './initials.ts';

export interface ContactFieldProps<Person extends PersonName> extends FieldTexts {
  text: string;
  onTextChange(text: string): void;
  /** People who match the typed text. */
  suggestions: readonly Person[];
  onChoose(person: Person): void;
  autoFocus?: boolean;
}

/** An address field with suggestions of people. */
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
