import type { PdfDocument, PrepareOptions, Rect, SigningFieldChoice } from '../../engine.ts';
import { createNodeEngine } from '../../node.ts';
import { argument, type Command, type Invocation, outputOption, passwordOption, requiredText, text, UsageProblem } from '../command.ts';
import { readKeyFile, type Signer } from '../key-file.ts';
import { inputOf, readAll, writeDocument } from '../streams.ts';

/** `countersign sign FILE -o OUT --key K.p12 --passphrase P` */
export const sign: Command = {
  usage: 'sign FILE -o OUT --key K.p12 --passphrase P [--field NAME] [--certify 1|2|3] [--image PNG --page N --rect x,y,w,h] [--reason TEXT]',
  summary: 'Sign by PAdES B-B',
  positionals: 1,
  options: {
    ...passwordOption,
    ...outputOption,
    key: { type: 'string' },
    passphrase: { type: 'string' },
    level: { type: 'string' },
    field: { type: 'string' },
    certify: { type: 'string' },
    image: { type: 'string' },
    page: { type: 'string' },
    rect: { type: 'string' },
    reason: { type: 'string' },
    location: { type: 'string' },
  },
  run: async (invocation) => {
    assertLevel(text(invocation, 'level'));
    const output = requiredText(invocation, 'output');
    const signer = await readKeyFile(await readAll(requiredText(invocation, 'key')), requiredText(invocation, 'passphrase'));
    const engine = await createNodeEngine();
    try {
      const source = await inputOf(argument(invocation, 0));
      const document = await engine.open(source, { password: text(invocation, 'password') });
      const { session, tbs, digest } = await document.prepareSignature(await prepareOptions(invocation, document, signer));
      await writeDocument(output, source, await engine.completeWithSignature(session, signer.sign(tbs, digest)));
      return {};
    } finally {
      await engine.close();
    }
  },
};

async function prepareOptions(invocation: Invocation, document: PdfDocument, signer: Signer): Promise<PrepareOptions> {
  const image = text(invocation, 'image');
  return {
    field: await fieldChoice(invocation, document),
    certificate: signer.certificate,
    chain: signer.chain,
    picture: image === undefined ? undefined : await readAll(image),
    docMdp: certification(text(invocation, 'certify')),
    reason: text(invocation, 'reason'),
    location: text(invocation, 'location'),
    signingTime: Math.floor(Date.now() / 1000),
  };
}

/** A field that the document has, or a new one: visible where a page and a place are given. */
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

/** Anything above B-B needs a time-stamp authority; a lesser signature than asked for is never made silently. */
function assertLevel(level: string | undefined): void {
  if (level !== undefined && level !== 'B-B') throw new UsageProblem(`--level ${level} is not supported by this version: B-B is`);
}
