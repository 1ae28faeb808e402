/**
 * Revisions that are appended to a signed contract, each written so that one reader or another may find other objects in it
 * than its neighbour. Every forged one holds a second content of the page, `4 0 obj`, that no reader should show.
 */

const SIGNED = 'pays 100 EUR to Alice';
/** What no signed page says. */
export const FORGED = 'pays 999999 EUR to Mallory';

const drawing = (text: string): string => `BT /F1 24 Tf 30 60 Td (${text}) Tj ET`;
const stream = (number: number, data: string): string => `${number} 0 obj\n<</Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
const line = (offset: number, kind = 'n', generation = 0): string => `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind} \n`;

/** The second content, unsigned. */
export const forgedContent: string = stream(4, drawing(FORGED));

const objectsWith = (text: string): string[] => [
  '1 0 obj\n<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R 8 0 R]>>>>\nendobj\n',
  '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
  '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 120]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[7 0 R 8 0 R]>>\nendobj\n',
  stream(4, drawing(text)),
  '5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n',
  '6 0 obj\n<</Title(Contract)>>\nendobj\n',
  '7 0 obj\n<</Type/Annot/Subtype/Widget/FT/Sig/T(first)/Rect[0 0 0 0]/F 132/P 3 0 R>>\nendobj\n',
  '8 0 obj\n<</Type/Annot/Subtype/Widget/FT/Sig/T(second)/Rect[0 0 0 0]/F 132/P 3 0 R>>\nendobj\n',
];

/** How the file itself can be bent before anybody signs it. */
export interface Bend {
  /** What the page says. */
  says?: string;
  /** Appended to the objects. */
  more?: string;
  /** In place of the table, given the offsets of the objects from number 1; the last is that of `more`. */
  table?: (offsets: readonly number[]) => string;
  /** The whole file. */
  file?: (text: string) => string;
}

const plainTable = (offsets: readonly number[]): string => `xref\n0 9\n0000000000 65535 f \n${offsets.slice(0, 8).map((offset) => line(offset)).join('')}`;

/** The contract, one small page with two signature fields. */
export function contract({ says = SIGNED, more = '', table = plainTable, file = (text) => text }: Bend = {}): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = [...objectsWith(says), more].map((object) => {
    const offset = text.length;
    text += object;
    return offset;
  });
  const start = text.length;
  text += `${table(offsets)}trailer\n<</Size 9/Root 1 0 R/Info 6 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file(text), 'latin1');
}

/** Where things stand in a file to which a revision is appended. */
interface Places {
  /** The section before. */
  prev: number;
  /** One more than the highest number. */
  size: number;
  /** The page and its content as they were signed. */
  page: number;
  content: number;
  /** The second content. */
  forged: number;
  /** The information about the document, which may change. */
  info: number;
  section: number;
}

type Section = (at: Places) => string;

/** Appends objects, new information about the document and a section. */
export function append(base: Buffer, section: Section, before: string = forgedContent): Buffer {
  const text = base.toString('latin1');
  const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? text.match(/startxref\s+(\d+)/g)?.at(-1)?.slice(9));
  const size = Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, number]) => Number(number)).filter((number) => number < 1_000));
  const info = '6 0 obj\n<</Title(Contract, filed)>>\nendobj\n';
  const at: Places = {
    prev, size,
    page: text.indexOf('3 0 obj'),
    content: text.indexOf('4 0 obj'),
    forged: base.length,
    info: base.length + before.length,
    section: base.length + before.length + info.length,
  };
  return Buffer.concat([base, Buffer.from(before + info + section(at), 'latin1')]);
}

const ending = ({ section }: Places): string => `startxref\n${section}\n%%EOF\n`;
const trailer = ({ size, prev }: Places, entries = `/Size ${size}/Root 1 0 R/Info 6 0 R/Prev ${prev}`): string => `trailer\n<<${entries}>>\n`;

/** A section as the standard writes it, with the information only. */
export const plain: Section = (at) => `xref\n6 1\n${line(at.info)}${trailer(at)}${ending(at)}`;

/** The plain section with something replaced. */
const bent = (...changes: [string | RegExp, string | ((at: Places) => string)][]): Section => (at) =>
  changes.reduce((text, [from, to]) => text.replace(from, typeof to === 'string' ? to : to(at)), plain(at));

type Row = [kind: number, value: number, last: number];

/** A cross-reference stream, in hexadecimal. */
const streamed = (make: (at: Places) => { index: string; rows: Row[]; entries?: string; own?: number }): Section => (at) => {
  const { index, rows, entries = '', own = at.size } = make(at);
  const hex = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');
  const data = `${rows.map(([kind, value, last]) => hex(kind, 1) + hex(value, 4) + hex(last, 1)).join('')}>`;
  const dictionary = `/Type/XRef/Size ${at.size + 1}/Root 1 0 R/Info 6 0 R/Prev ${at.prev}${index}/W[1 4 1]${entries}/Filter/ASCIIHexDecode/Length ${data.length}`;
  return `${own} 0 obj\n<<${dictionary}>>\nstream\n${data}\nendstream\nendobj\n${ending(at)}`;
};

const listed = (at: Places): Row[] => [[1, at.info, 0], [1, at.section, 0]];

/** Tricks: under each of these sections readers may disagree. */
export const tricks: ReadonlyMap<string, Section> = new Map(Object.entries({
  'not listed': plain,
  '19-byte lines, LF': bent([/ n \n/, ' n\n']),
  '19-byte lines, CR': bent([/ n \n/, ' n\r']),
  '21-byte lines': bent([/ n \n/, ' n \r\n']),
  'short numbers': (at) => `xref\n6 1\n${at.info} 0 n\n${trailer(at)}${ending(at)}`,
  'no leading zeros, 20 bytes': (at) => `xref\n6 1\n${String(at.info).padStart(10)} 00000 n \n${trailer(at)}${ending(at)}`,
  'all on one line': (at) => `xref 6 1 ${String(at.info).padStart(10, '0')} 00000 n trailer <</Size ${at.size}/Root 1 0 R/Prev ${at.prev}>> startxref ${at.section} %%EOF\n`,
  'tabs in a line': bent([' 00000 n', '\t00000\tn']),
  'a capital N': bent([' n \n', ' N \n']),
  'no kind': bent([' n \n', '   \n']),
  'a comment in a line': bent([' n \n', ' n%\n']),
  'a comment after the subsection': bent(['6 1\n', '6 1 % one\n']),
  'a comment after the keyword': bent(['xref\n6', 'xref % table\n6']),
  'a comment line after the keyword': bent(['xref\n6', 'xref\n% table\n6']),
  'keyword and numbers on one line': bent(['xref\n6', 'xref 6']),
  'keyword and numbers glued': bent(['xref\n6', 'xref6']),
  'spaces before the keyword': (at) => `    ${plain(at)}`,
  'a line end before the keyword': (at) => `\n${plain(at)}`,
  'a blank line after the keyword': bent(['xref\n6', 'xref\n\n6']),
  'two spaces in the subsection': bent(['6 1\n', '6  1\n']),
  'a tab in the subsection': bent(['6 1\n', '6\t1\n']),
  'the numbers on two lines': bent(['6 1\n', '6\n1\n']),
  'a subsection too long': bent(['6 1\n', '6 2\n']),
  'a subsection too short': bent(['6 1\n', '6 0\n']),
  'a comment before the number': bent(['startxref\n', 'startxref\n% here\n']),
  'a comment beside startxref': bent(['startxref\n', 'startxref % here\n']),
  'number beside startxref': bent(['startxref\n', 'startxref ']),
  'a plus sign': bent(['startxref\n', 'startxref\n+']),
  'a word after the number': bent(['\n%%EOF', ' 0 R\n%%EOF']),
  'startxref of the revision before': bent([/startxref\n\d+/, ({ prev }) => `startxref\n${prev}`]),
  'startxref twice': bent(['%%EOF\n', ({ prev }) => `startxref\n${prev}\n%%EOF\n`]),
  'no %%EOF': bent(['%%EOF\n', '']),
  '5,000 NULs at the end': (at) => plain(at) + '\0'.repeat(5_000),
  '3,000 spaces at the end': (at) => plain(at) + ' '.repeat(3_000),
  '2,000 line ends at the end': (at) => plain(at) + '\n'.repeat(2_000),
  'a comment at the end': (at) => `${plain(at)}% the end\n`,
  '%%EOF twice': (at) => `${plain(at)}%%EOF\n`,
  'a word at the end': (at) => `${plain(at)}end\n`,
  'listed twice, old then new': (at) => `xref\n4 1\n${line(at.content)}4 1\n${line(at.forged)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'listed twice, new then old': (at) => `xref\n4 1\n${line(at.forged)}4 1\n${line(at.content)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'overlapping subsections': (at) => `xref\n3 2\n${line(at.page)}${line(at.content)}4 1\n${line(at.forged)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'listed at its old place': (at) => `xref\n4 1\n${line(at.content)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'listed as free': (at) => `xref\n4 1\n${line(0, 'f', 1)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'listed beside its place': (at) => `xref\n4 1\n${line(at.forged + 2)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'another generation': (at) => `xref\n4 1\n${line(at.forged, 'n', 1)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  '/Prev as a real number': bent([/\/Prev (\d+)/, '/Prev $1.0']),
  '/Prev with a plus sign': bent(['/Prev ', '/Prev +']),
  '/Prev twice': bent(['/Prev', '/Prev 7/Prev']),
  '/Prev by reference': bent([/\/Prev \d+/, '/Prev 5 0 R']),
  '/Prev before its section': bent([/\/Prev \d+/, ({ prev }) => `/Prev ${prev - 1}`]),
  '/Prev missing': bent([/\/Prev \d+/, '']),
  '/Size huge': bent([/\/Size \d+/, '/Size 999999999']),
  '/Size missing': bent([/\/Size \d+/, '']),
  '/Size too small': bent([/\/Size \d+/, '/Size 5']),
  '/Size as a real number': bent([/\/Size (\d+)/, '/Size $1.0']),
  '/Root missing': bent(['/Root 1 0 R', '']),
  '/Root twice': bent(['/Root 1 0 R', '/Root 3 0 R/Root 1 0 R']),
  'no trailer': bent([/trailer\n.*\n/, '']),
  'the trailer has no end': bent(['>>\nstartxref', '\nstartxref']),
  '/XRefStm': bent(['/Size', '/XRefStm 15/Size']),
  'a stream, not listed': streamed((at) => ({ index: `/Index[6 1 ${at.size} 1]`, rows: listed(at) })),
  'a stream, /Index twice': streamed((at) => ({ index: `/Index[4 1 ${at.size} 1]/Index[6 1 ${at.size} 1]`, rows: listed(at) })),
  'a stream, /Index longer than its data': streamed((at) => ({ index: `/Index[6 1 ${at.size} 4]`, rows: listed(at) })),
  'a stream, /Index shorter than its data': streamed((at) => ({ index: '/Index[6 1]', rows: listed(at) })),
  'a stream, /Index odd': streamed((at) => ({ index: `/Index[6 1 ${at.size}]`, rows: listed(at) })),
  'a stream, listed twice': streamed((at) => ({ index: `/Index[4 1 4 1 6 1 ${at.size} 1]`, rows: [[1, at.content, 0], [1, at.forged, 0], ...listed(at)] })),
  'a stream, another kind': streamed((at) => ({ index: `/Index[4 1 6 1 ${at.size} 1]`, rows: [[3, at.forged, 0], ...listed(at)] })),
  'a stream with the number of the content': streamed((at) => ({ index: '/Index[6 1]', rows: [[1, at.info, 0]], own: 4 })),
  'a stream, /W twice': streamed((at) => ({ index: `/Index[6 1 ${at.size} 1]`, rows: listed(at), entries: '/W[1 4 1]' })),
}));

/** A hybrid section in the middle, which frees the content and names its old place in a stream; a clean one on top. */
export function hybridInTheMiddle(base: Buffer): Buffer {
  const hidden = (at: Places): string => {
    const data = `01${at.content.toString(16).padStart(8, '0')}00>`;
    return `${at.size} 0 obj\n<</Type/XRef/Size ${at.size + 1}/Index[4 1]/W[1 4 1]/Filter/ASCIIHexDecode/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
  };
  const middle = append(base, (at) => {
    const object = hidden(at);
    const start = at.section + object.length;
    return `${object}xref\n4 1\n${line(0, 'f', 1)}6 1\n${line(at.info)}${trailer(at, `/Size ${at.size + 1}/Root 1 0 R/Info 6 0 R/Prev ${at.prev}/XRefStm ${at.section}`)}startxref\n${start}\n%%EOF\n`;
  }, '');
  return append(middle, plain, '');
}

/** What honest writers append: every reader shows what was signed. */
export const honest: ReadonlyMap<string, Section> = new Map(Object.entries({
  'as we write it': plain,
  'CR LF at the end of each line': bent([/ n \n/, ' n\r\n']),
  'SP CR at the end of each line': bent([/ n \n/, ' n \r']),
  'the name of the writer': bent(['startxref', '%Writer 5.1\nstartxref']),
  'trailer and dictionary glued': bent(['trailer\n', 'trailer']),
  'an empty line before the trailer': bent(['trailer', '\ntrailer']),
  'no line end at the end': (at) => plain(at).trimEnd(),
  'one line end more': (at) => `${plain(at)}\n`,
  'the head of the free list again': bent(['xref\n', `xref\n0 1\n${line(0, 'f', 65535)}`]),
  'the content again, where it was': (at) => `xref\n4 1\n${line(at.content)}6 1\n${line(at.info)}${trailer(at)}${ending(at)}`,
  'the offset names the line end before the section': (at) => `\n${plain(at)}`,
  'an entry names the line end before its object': (at) => plain({ ...at, info: at.info - 1 }),
  'an empty line at the end': (at) => `${plain(at)}\r\n`,
  'a stream': streamed((at) => ({ index: `/Index[6 1 ${at.size} 1]`, rows: listed(at) })),
  'a stream that does not list itself': streamed((at) => ({ index: '/Index[6 1]', rows: [[1, at.info, 0]] })),
}));

/** Files on which readers disagree before anybody signs them. */
export const prepared: ReadonlyMap<string, Bend> = new Map<string, Bend>([
  ['an object that is not listed', { more: forgedContent }],
  ['an object that is listed twice', { more: forgedContent, table: (offsets) => plainTable(offsets).replace('xref\n', `xref\n4 1\n${line(offsets[8] ?? 0)}`) }],
  ['the same, the other way round', { more: forgedContent, table: (offsets) => `${plainTable(offsets)}4 1\n${line(offsets[8] ?? 0)}` }],
  ['lines of 19 bytes', { more: forgedContent, table: (offsets) => plainTable(offsets).replaceAll(' n \n', ' n\n') }],
  ['a comment before the offset of the section', { more: forgedContent, file: (text) => text.replace('startxref\n', 'startxref\n% here\n') }],
  ['junk before the header', { file: (text) => `junk\n${text}` }],
  ['spaces at the end', { more: forgedContent, file: (text) => text + ' '.repeat(3_000) }],
]);
