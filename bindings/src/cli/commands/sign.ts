import type { PdfDocument, PrepareOptions, Rect, SigningFieldChoice } from '../../engine.ts';
import { signDocument } from '../../signing.ts';
import { type KeyFileSigner, readKeyFile } from '../../signing/key-file.ts';
import { type Command, flag, type Invocation, outputOption, passwordOption, permissionOption, requiredText, text, texts, UsageProblem } from '../command.ts';
import { levelOf, levelOptions, sourcesOf, tailOf, withContext } from '../levels.ts';
import { readAll, writeDocument } from '../streams.ts';

/** `countersign sign FILE -o OUT --key K.p12 --passphrase P` */
export const sign: Command = {
  usage: 'sign FILE -o OUT --key K.p12 --passphrase P [--level B-B|B-T|B-LT|B-LTA] [--tsa URL] [--trust PEM]… [--field NAME] [--certify 1|2|3] [--image PNG --page N --rect x,y,w,h] [--text LINE]… [--reason TEXT] [--ignore-permissions]',
  summary: 'Sign at a level of PAdES',
  positionals: 1,
  options: {
    ...passwordOption, ...permissionOption,
    ...outputOption,
    ...levelOptions,
    key: { type: 'string' },
    passphrase: { type: 'string' },
    pss: { type: 'boolean' },
    field: { type: 'string' },
    certify: { type: 'string' },
    image: { type: 'string' },
    text: { type: 'string', multiple: true },
    page: { type: 'string' },
    rect: { type: 'string' },
    reason: { type: 'string' },
    location: { type: 'string' },
  },
  run: async (invocation) => {
    const output = requiredText(invocation, 'output');
    const level = levelOf(invocation, 'B-B');
    const sources = await sourcesOf(invocation, level);
    const signer = await readKeyFile(await readAll(requiredText(invocation, 'key')), requiredText(invocation, 'passphrase'));
    return withContext(invocation, async (context, document) => {
      const prepare = await prepareOptions(invocation, document, signer);
      const outcome = await signDocument(context, { ...sources, level, prepare, sign: (prepared) => signer.sign(prepared, prepare.pss) });
      await writeDocument(output, context.source, tailOf(outcome));
      return {};
    });
  },
};

async function prepareOptions(invocation: Invocation, document: PdfDocument, signer: KeyFileSigner): Promise<PrepareOptions> {
  const image = text(invocation, 'image');
  return {
    field: await fieldChoice(invocation, document),
    certificate: signer.certificate,
    chain: signer.chain,
    picture: image === undefined ? undefined : await readAll(image),
    lines: texts(invocation, 'text'),
    pss: flag(invocation, 'pss'),
    docMdp: certification(text(invocation, 'certify')),
    reason: text(invocation, 'reason'),
    location: text(invocation, 'location'),
    signingTime: Math.floor(Date.now() / 1000),
  };
}

/** Selects a field of the document or creates a new one: visible if a page and a rectangle are given. */
async function fieldChoice(invocation: Invocation, document: PdfDocument): Promise<SigningFieldChoice> {
  const fields = await document.fields();
  const name = text(invocation, 'field');
  if (name !== undefined && fields.some((field) => field.fieldName === name)) return name;
  const taken = new Set(fields.map((field) => field.fieldName));
  return { name: name ?? freeName(taken), ...placeOf(invocation) };
}

function freeName(taken: ReadonlySet<string | undefined>): string {
  let number = 1;
  while (taken.has(`Signature ${number}`)) number++;
  return `Signature ${number}`;
}

function placeOf(invocation: Invocation): { page: number; rect: Rect } | undefined {
  const [page, rect] = [text(invocation, 'page'), text(invocation, 'rect')];
  if (page === undefined && rect === undefined) return undefined;
  const numbers = (rect ?? '').split(',').map(Number);
  const [x, y, width, height] = numbers;
  if (x === undefined || y === undefined || width === undefined || height === undefined || numbers.some(Number.isNaN) || !Number.isInteger(Number(page))) {
    throw new UsageProblem('A visible signature needs --page N and --rect x,y,w,h in percent of the page');
  }
  return { page: Number(page), rect: { x, y, width, height } };
}

function certification(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!['1', '2', '3'].includes(value)) throw new UsageProblem('--certify takes 1, 2 or 3');
  return Number(value);
}
