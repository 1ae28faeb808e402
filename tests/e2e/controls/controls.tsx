/** Every control of the product on one page, in the language of `?language=`: built as the product is, for `controls.test.ts`. */
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Disclosure, DisclosurePanel, GridList, GridListItem, Heading, I18nProvider, ToggleButton, ToggleButtonGroup, Toolbar, useDragAndDrop } from 'react-aria-components';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { mountRoot } from '#web/app/failure/mount-root.tsx';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { loadTexts, showLanguage } from '#web/services/i18n/texts.ts';
import { localeOfTag } from '#contract/languages.ts';
import '../../../web/styles/global.scss';

const nothing = (): void => undefined;
const options = ['1', '2', '3'].map((key) => ({ key, text: key }));
const wide = new URLSearchParams(window.location.search);

/** Nothing is chosen, so that what a control says by itself then is seen. */
const Choices = () => {
  const [text, setText] = useState('');
  const [tab, setTab] = useState('1');
  return (
    <>
      <Select label="S1" options={options} value={null} onChange={nothing} />
      <Select label="S2" options={options} value="2" onChange={nothing} />
      <ComboBox label="C1" openLabel="C1" options={options} text={text} onTextChange={setText} onChoose={nothing} />
      <ContactField label="C2" suggestions={[{ firstName: 'A', lastName: 'B', email: 'a@b.org' }]} text={text} onTextChange={setText} onChoose={nothing} />
      <SearchField label="F1" placeholder="F1" clearLabel="F1" value={text} onChange={setText} />
      <RadioGroup label="R1" options={options} value="1" onChange={nothing} />
      <Slider label="S0" value={2} minimum={1} maximum={5} step={0.1} onChange={nothing} />
      <Tabs label="T1" tabs={options.map((each) => ({ ...each, content: each.text }))} value={tab} onChange={setTab} />
      <Menu label="M1" actions={options.map((each) => ({ ...each, run: nothing }))}><Button>M1</Button></Menu>
    </>
  );
};

const Fields = () => (
  <>
    <TextField label="F2" isRequired />
    <TextArea label="F3" />
    <CodeField label="F4" value="" onChange={nothing} isReadOnly={false} error={undefined} />
    <Checkbox help="B1">B1</Checkbox>
    <FileButton accepted={['image/png']} onFiles={nothing}>B2</FileButton>
    <CopyButton text="1" label="B3" copiedLabel="B3" />
    <Tooltip text="B4"><Button isPending>B4</Button></Tooltip>
    <IconButton label="B5" icon={<Icon of={Mail} />} />
    <LinkButton to="/">B6</LinkButton>
    <ProgressBar label="P1" value={0.4} />
    <ProgressBar label="P2" />
    <Moment at="2026-01-02T03:04:05Z" />
  </>
);

/** Used in one screen each, straight from React Aria. */
const Others = () => {
  const { dragAndDropHooks } = useDragAndDrop({ getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })), onReorder: nothing });
  return (
    <>
      <Toolbar aria-label="O1"><ToggleButtonGroup aria-label="O2"><ToggleButton>O2</ToggleButton></ToggleButtonGroup></Toolbar>
      <Disclosure><Heading><Button slot="trigger">O3</Button></Heading><DisclosurePanel>O3</DisclosurePanel></Disclosure>
      <GridList aria-label="O4" selectionMode="multiple" items={options.map((each) => ({ id: each.key }))} dragAndDropHooks={dragAndDropHooks}>
        {({ id }) => <GridListItem textValue={id}><Button slot="drag">{id}</Button></GridListItem>}
      </GridList>
    </>
  );
};

const Dialogs = () => {
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Button onPress={() => setOpen('D1')}>D1</Button>
      <Button onPress={() => setOpen('D2')}>D2</Button>
      <Dialog title="D1" isOpen={open === 'D1'} onClose={close} closeLabel="X"><Select label="S3" options={options} value={null} onChange={nothing} /></Dialog>
      <ConfirmDialog title="D2" isOpen={open === 'D2'} onClose={close} onConfirm={close} confirmText="X" cancelText="X">D2</ConfirmDialog>
    </>
  );
};

const language = localeOfTag(wide.get('language')) ?? 'en';
showLanguage(language);
// With them come the strings that React Aria has for the language.
await loadTexts(language, 'opening');
const place = document.getElementById('root');
if (place) mountRoot(place, <I18nProvider locale={formatLocale(language)}><main><h1>1</h1><Choices /><Fields /><Others /><Dialogs /></main></I18nProvider>);
