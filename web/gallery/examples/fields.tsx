import type { ReactElement } from 'react';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { type Option, Select } from '#web/ui/Select.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { alone, type Examples, shown, type Words } from '../example.ts';
import { Held } from '../Held.tsx';
import { people } from '../people.ts';

interface Texts { label: string; hint?: string; help?: string; error?: string }

/** The texts that every field can have, each in an example of its own. */
const fieldStates = (field: (texts: Texts, words: Words) => ReactElement): Examples => {
  const label = (words: Words): Texts => ({ label: words('Title') });
  return {
    plain: shown((words) => field(label(words), words)),
    'with a hint': shown((words) => field({ ...label(words), hint: words('optional') }, words)),
    'with help': shown((words) => field({ ...label(words), help: words('Recipients see it in the mail.') }, words)),
    wrong: shown((words) => field({ ...label(words), error: words('Enter a title.') }, words)),
    focused: alone((words) => field(label(words), words), 'focus'),
  };
};

type Choice = 'once' | 'daily' | 'weekly';
const optionsOf = (words: Words): readonly Option<Choice>[] => [
  { key: 'once', text: words('Once') },
  { key: 'daily', text: words('Every day'), description: words('Until everybody has signed') },
  { key: 'weekly', text: words('Every week') },
];

const select = (texts: Texts, words: Words) => <Held<Choice | null> first="daily">{(value, change) => <Select {...texts} options={optionsOf(words)} value={value} onChange={(key) => change(key)} />}</Held>;
const comboBox = (texts: Texts, words: Words, text = '') => (
  <Held first={text}>{(value, change) => <ComboBox {...texts} allowsCustomValue options={optionsOf(words)} text={value} openLabel={words('Open the list')} onTextChange={change} onChoose={change} />}</Held>
);
const radios = (texts: Texts, words: Words, orientation: 'horizontal' | 'vertical' = 'vertical') => (
  <Held<Choice | null> first="once">{(value, change) => <RadioGroup {...texts} orientation={orientation} options={optionsOf(words)} value={value} onChange={(key) => change(key)} />}</Held>
);
const slider = (words: Words, isDisabled = false) => <Held first={2}>{(value, change) => <Slider label={words('Zoom')} value={value} minimum={1} maximum={5} step={0.1} isDisabled={isDisabled} onChange={change} />}</Held>;
const textField = (texts: Texts, words: Words) => <TextField {...texts} defaultValue={words('Rental agreement')} />;
const textArea = (texts: Texts, words: Words) => <TextArea {...texts} defaultValue={words('Please sign until Friday.')} />;
const search = (words: Words, value: string) => <Held first={value}>{(text, change) => <SearchField label={words('Search')} placeholder={words('Search')} clearLabel={words('Clear')} value={text} onChange={change} />}</Held>;
const code = (words: Words, value: string, error?: string, isReadOnly = false) => <Held first={value}>{(text, change) => <CodeField label={words('Code')} value={text} onChange={change} isReadOnly={isReadOnly} error={error} />}</Held>;
const contact = (words: Words, error?: string) => (
  <Held first="">{(text, change) => <ContactField label={words('E-mail')} {...(error ? { error } : {})} text={text} onTextChange={change} suggestions={people} onChoose={(person) => change(person.email)} />}</Held>
);

export const fields = {
  Checkbox: {
    off: shown((words) => <Checkbox>{words('Remember this device')}</Checkbox>),
    on: shown((words) => <Checkbox defaultSelected>{words('Remember this device')}</Checkbox>),
    'in part': shown((words) => <Checkbox isIndeterminate>{words('All documents')}</Checkbox>),
    'with help': shown((words) => <Checkbox help={words('Not on a device of others.')}>{words('Remember this device')}</Checkbox>),
    disabled: shown((words) => <Checkbox isDisabled defaultSelected>{words('Remember this device')}</Checkbox>),
    focused: alone((words) => <Checkbox>{words('Remember this device')}</Checkbox>, 'focus'),
  },
  CodeField: {
    empty: alone((words) => code(words, '')),
    filled: alone((words) => code(words, '123456')),
    wrong: alone((words) => code(words, '123456', words('This code is wrong.'))),
    'read only': alone((words) => code(words, '123456', undefined, true)),
  },
  ComboBox: { ...fieldStates(comboBox), open: alone((words) => comboBox({ label: words('Reminders') }, words), 'press') },
  ContactField: { plain: shown((words) => contact(words)), wrong: shown((words) => contact(words, words('Enter an address.'))) },
  RadioGroup: { ...fieldStates(radios), 'side by side': shown((words) => radios({ label: words('Reminders') }, words, 'horizontal')) },
  SearchField: { empty: shown((words) => search(words, '')), filled: shown((words) => search(words, words('lease'))), focused: alone((words) => search(words, ''), 'focus') },
  Select: {
    ...fieldStates(select),
    empty: shown((words) => <Select label={words('Reminders')} placeholder={words('Choose')} options={optionsOf(words)} value={null} onChange={() => undefined} />),
    disabled: shown((words) => <Select label={words('Reminders')} isDisabled options={optionsOf(words)} value="once" onChange={() => undefined} />),
    open: alone((words) => select({ label: words('Reminders') }, words), 'press'),
  },
  Slider: { plain: shown((words) => slider(words)), disabled: shown((words) => slider(words, true)), focused: alone((words) => slider(words), 'focus') },
  TextArea: { ...fieldStates(textArea), disabled: shown((words) => <TextArea label={words('Message')} isDisabled defaultValue={words('Please sign until Friday.')} />) },
  TextField: {
    ...fieldStates(textField),
    empty: shown((words) => <TextField label={words('Title')} placeholder={words('Rental agreement')} />),
    large: shown((words) => <TextField size="large" label={words('Title')} />),
    disabled: shown((words) => <TextField label={words('Title')} isDisabled defaultValue={words('Rental agreement')} />),
    'read only': shown((words) => <TextField label={words('Title')} isReadOnly defaultValue={words('Rental agreement')} />),
  },
} as const satisfies Record<string, Examples>;
