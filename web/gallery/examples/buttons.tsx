import { Download, Plus, Trash2 } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { alone, type Example, type Examples, shown, type Words } from '../example.ts';

const nothing = (): void => undefined;
const looks = ['primary', 'plain', 'quiet', 'negative'] as const;

const inState = (state: string, act: 'hover' | 'focus'): [string, Example][] => looks.map((look) => [`${look}, ${state}`, alone((words) => <Button look={look}>{words('Send for signature')}</Button>, act)]);

const button: Examples = {
  ...Object.fromEntries(looks.map((look) => [look, shown((words) => <Button look={look}>{words('Send for signature')}</Button>)])),
  large: shown((words) => <Button look="primary" size="large">{words('Sign')}</Button>),
  'with an icon': shown((words) => <Button icon={<Icon of={Plus} />}>{words('Add person')}</Button>),
  wide: shown((words) => <Button look="primary" wide>{words('Continue')}</Button>),
  pending: shown((words) => <Button look="primary" isPending>{words('Send for signature')}</Button>),
  disabled: shown((words) => <Button look="primary" isDisabled>{words('Send for signature')}</Button>),
  'disabled, plain': shown((words) => <Button isDisabled>{words('Send for signature')}</Button>),
  'a long text': shown((words) => <Button>{words('Send this document to everybody who has not signed it yet')}</Button>),
  ...Object.fromEntries([...inState('pointed at', 'hover'), ...inState('focused', 'focus')]),
};

const iconButton: Examples = {
  quiet: shown((words) => <IconButton label={words('Download')} icon={<Icon of={Download} />} />),
  plain: shown((words) => <IconButton look="plain" label={words('Download')} icon={<Icon of={Download} />} />),
  primary: shown((words) => <IconButton look="primary" label={words('Add')} icon={<Icon of={Plus} />} />),
  disabled: shown((words) => <IconButton isDisabled label={words('Download')} icon={<Icon of={Download} />} />),
  'focused, with its tooltip': alone((words) => <IconButton label={words('Download')} icon={<Icon of={Download} />} />, 'focus'),
};

const actionsOf = (words: Words) => [
  { key: 'download', text: words('Download'), icon: <Icon of={Download} />, run: nothing },
  { key: 'share', text: words('Share'), isDisabled: true, run: nothing },
  { key: 'remind', text: words('Remind'), refusal: words('Everybody has signed.'), run: nothing },
  { key: 'delete', text: words('Delete'), icon: <Icon of={Trash2} />, negative: true, run: nothing },
];

const menu: Examples = {
  closed: shown((words) => <Menu label={words('More')} actions={actionsOf(words)}><Button>{words('More')}</Button></Menu>),
  open: alone((words) => <Menu label={words('More')} actions={actionsOf(words)}><Button>{words('More')}</Button></Menu>, 'press'),
};

export const buttons = {
  Button: button,
  CopyButton: { plain: shown((words) => <CopyButton text="text" label={words('Copy link')} copiedLabel={words('Copied')} />) },
  FileButton: {
    plain: shown((words) => <FileButton accepted={['application/pdf']} onFiles={nothing}>{words('Choose files')}</FileButton>),
    pending: shown((words) => <FileButton accepted={['application/pdf']} isPending onFiles={nothing}>{words('Choose files')}</FileButton>),
    disabled: shown((words) => <FileButton accepted={['application/pdf']} isDisabled onFiles={nothing}>{words('Choose files')}</FileButton>),
  },
  IconButton: iconButton,
  LinkButton: {
    plain: shown((words) => <LinkButton to="/">{words('Open the document')}</LinkButton>),
    primary: shown((words) => <LinkButton to="/" look="primary" size="large">{words('Open the document')}</LinkButton>),
  },
  Menu: menu,
  Tooltip: { shown: alone((words) => <Tooltip text={words('Name of the icon')}><Button>{words('Focused')}</Button></Tooltip>, 'focus') },
} as const satisfies Record<string, Examples>;
