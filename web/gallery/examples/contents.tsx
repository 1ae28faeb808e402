import { FileText } from 'lucide-react';
import { qrCode } from '#web/services/qr-code.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { CardPage } from '#web/ui/CardPage.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PartLinks } from '#web/ui/PartLinks.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { RequestIntroduction } from '#web/ui/RequestIntroduction.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Title } from '#web/ui/Title.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { alone, type Examples, shown, type Words } from '../example.ts';
import { Held } from '../Held.tsx';
import { people } from '../people.ts';

const sizes = ['small', 'medium', 'large', 'max'] as const;
/** Avatar colours: as many as the product has. */
const colours = Array.from({ length: 12 }, (_, index) => index);
const [ada, , sofia] = people;

const tabsOf = (words: Words) => ['Documents', 'People', 'History'].map((name) => ({ key: name, text: words(name), content: <p>{words(`What “${name}” shows`)}</p> }));
const tabs = (words: Words) => <Held first="Documents">{(value, change) => <Tabs label={words('Parts')} tabs={tabsOf(words)} value={value} onChange={change} />}</Held>;

export const contents = {
  Avatar: {
    ...Object.fromEntries(sizes.map((size) => [size, shown(() => <Avatar person={ada ?? {}} size={size} />)])),
    'only an address': shown(() => <Avatar person={sofia ?? {}} size="medium" />),
    'only a number': shown(() => <Avatar person={{ phone: '+12025550123' }} size="medium" />),
    nobody: shown(() => <Avatar person={{}} size="medium" />),
    'a picture that does not load': shown(() => <Avatar person={{ ...ada, avatar: 'data:,' }} size="medium" />),
    colours: shown(() => <div>{colours.map((colour) => <Avatar key={colour} person={ada ?? {}} colorIndex={colour} size="medium" />)}</div>),
  },
  BrandMark: {
    'a name': shown((words) => <BrandMark brand={{ name: words('Analytical Engines'), color: null, logo: null }} />),
    'on its colour': shown((words) => <BrandMark brand={{ name: words('Analytical Engines'), color: '#7a1f5c', logo: null }} />),
    'with a logo': shown((words) => <BrandMark brand={{ name: words('Analytical Engines'), color: '#7a1f5c', logo: '/favicon.svg' }} />),
    'in a header': shown((words) => <BrandMark compact brand={{ name: words('Analytical Engines'), color: '#7a1f5c', logo: '/favicon.svg' }} />),
  },
  CardPage: { plain: alone((words) => <CardPage footer={<p>{words('Below the card')}</p>}><h1>{words('Sign in')}</h1><Button look="primary" wide>{words('Continue')}</Button></CardPage>) },
  Highlight: { 'a match': shown((words) => <Highlight text={words('Rental agreement')} search="agree" />), 'no match': shown((words) => <Highlight text={words('Rental agreement')} search="lease" />) },
  Icon: Object.fromEntries(([16, 20, 24, 40] as const).map((size) => [`${size} px`, shown(() => <Icon of={FileText} size={size} />)])),
  ItemList: {
    plain: shown((words) => (
      <ItemList label={words('People')}>
        {people.map((person) => (
          <Item key={person.email} sign={<Avatar person={person} />} title={person.email} detail={words('Signed yesterday')} state={<StatusText meaning="success">{words('Signed')}</StatusText>} actions={<Button>{words('Remove')}</Button>} />
        ))}
      </ItemList>
    )),
    'titles only': shown((words) => <ItemList label={words('People')}><Item title={words('Rental agreement')} /></ItemList>),
  },
  Locked: {
    locked: shown((words) => <Locked reason={words('The template sets who signs.')}><Button>{words('Add person')}</Button></Locked>),
    free: shown((words) => <Locked reason={null}><Button>{words('Add person')}</Button></Locked>),
  },
  Moment: { 'in another year': shown(() => <Moment at="2021-03-04T10:20:00.000Z" />) },
  Page: { plain: alone((words) => <Page title={words('Settings')} text={words('What counts for you alone.')} actions={<Button>{words('Sign out')}</Button>}><p>{words('Sections')}</p></Page>) },
  PartLinks: { plain: shown((words) => <PartLinks label={words('Parts')} parts={[{ to: '/', text: words('Members'), end: true }, { to: '/teams', text: words('Teams') }, { to: '/billing', text: words('Billing') }]} />) },
  QrCode: { plain: shown((words) => <QrCode code={qrCode('https://example.org/')} label={words('Address as a QR code')} />) },
  RequestIntroduction: {
    plain: shown((words) => (
      <RequestIntroduction heading={words('Rental agreement')} sender={ada ?? {}} lead={words('Ada Byron asks you to sign.')} address="ada@example.org" message={words('Please sign until Friday.')} facts={[words('2 documents')]}>
        <Button look="primary" wide>{words('Start')}</Button>
      </RequestIntroduction>
    )),
    'without a message': shown((words) => <RequestIntroduction heading={words('Rental agreement')} sender={ada ?? {}} lead={words('Ada Byron asks you to sign.')} facts={[]}><Button look="primary" wide>{words('Start')}</Button></RequestIntroduction>),
  },
  Section: { plain: shown((words) => <Section title={words('Passkeys')} text={words('Sign in without a code.')} actions={<Button>{words('Add')}</Button>}><p>{words('None yet')}</p></Section>) },
  Tabs: { plain: shown(tabs), focused: alone(tabs, 'focus') },
  Title: {
    short: shown((words) => <Title>{words('Rental agreement')}</Title>),
    'too long': shown((words) => <Title>{words('Rental agreement between the owner of the house and those who live in it, with all annexes and changes')}</Title>),
    'found by a search': shown((words) => <Title search="rent">{words('Rental agreement')}</Title>),
  },
  VirtualList: {
    'ten thousand rows': alone((words) => (
      <VirtualList label={words('Documents')} items={Array.from({ length: 10_000 }, (_, index) => String(index))} keyOf={(row) => row} estimate={24}>
        {(row, props) => <li key={row} {...props}>{words('Rental agreement')} {row}</li>}
      </VirtualList>
    )),
  },
} as const satisfies Record<string, Examples>;
