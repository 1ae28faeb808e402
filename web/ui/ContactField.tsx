import { shownPhone } from '#contract/entities/phone-number.ts';
import { Avatar } from './Avatar.tsx';
import { ComboBox } from './ComboBox.tsx';
import type { FieldTexts } from './FieldParts.tsx';
import type { PersonName } from './initials.ts';
import { personName } from './initials.ts';

interface ContactFieldProps<Person extends PersonName> extends FieldTexts {
  text: string;
  onTextChange(text: string): void;
  /** People who match the typed text. */
  suggestions: readonly Person[];
  onChoose(person: Person): void;
  /** Whether a phone number is accepted too. */
  allowPhone?: boolean;
  autoFocus?: boolean;
}

const addressOf = ({ email, phone }: PersonName): string => email || (phone ? shownPhone(phone) : '');

/** A field for an address or phone number with suggestions of people. */
export const ContactField = <Person extends PersonName>({ suggestions, onChoose, allowPhone = false, ...rest }: ContactFieldProps<Person>) => (
  <ComboBox
    {...rest}
    {...(allowPhone ? {} : { type: 'email' })}
    inputMode="email"
    isRequired
    allowsCustomValue
    options={suggestions.map((person) => {
      const address = addressOf(person);
      const name = personName(person);
      return { key: address, text: address, ...(name === address ? {} : { description: name }), sign: <Avatar person={person} /> };
    })}
    onChoose={(address) => {
      const person = suggestions.find((each) => addressOf(each) === address);
      if (person) onChoose(person);
    }}
  />
);
