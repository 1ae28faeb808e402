import type { PdfDocument, PrepareOptions, Rect, SigningFieldChoice } from '../../engine.ts';
import { createNodeEngine } from '../../node.ts';
import { AuthorityClient, signDetached, signDocument, type LevelSources, type SignatureLevel } from '../../signing.ts';
import { type KeyFileSigner, readKeyFile } from '../../signing/key-file.ts';
import { argument, type Command, type CommandResult, flag, type Invocation, outputOption, passwordOption, permissionOption, requiredText, text, texts, UsageProblem } from '../command.ts';
import { levelOf, levelOptions, sourcesOf, tailOf, withContext } from '../levels.ts';
import { inputOf, readAll, writeDocument, writeWhole } from '../streams.ts';

/** `countersign sign FILE -o OUT --key K.p12 --passphrase P`, and with `--detached` a CMS beside a file of any kind */
export const sign: Command = {
  usage: [
    'sign FILE -o OUT --key K.p12 --passphrase P [--level B-B|B-T|B-LT|B-LTA] [--tsa URL] [--trust PEM]… [--field NAME] [--certify 1|2|3]',
    '[--image PNG --page N --rect x,y,w,h] [--text LINE]… [--reason TEXT] [--ignore-permissions]',
    '| FILE -o FILE.p7s --detached --key K.p12 --passphrase P [--level B-B|B-T] [--tsa URL] [--trust PEM]…',
  ].join(' '),
  summary: 'Sign at a level of PAdES, or a file of any kind with a signature beside it (--detached, CAdES)',
  positionals: 1,
  options: {
    ...passwordOption, ...permissionOption,
    ...outputOption,
    ...levelOptions,
    key: { type: 'string' },
    passphrase: { type: 'string' },
    detached: { type: 'boolean' },
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
    if (flag(invocation, 'detached')) return signBeside(invocation, { output, level, sources, signer });
    return withContext(invocation, async (context, document) => {
      const prepare = await prepareOptions(invocation, document, signer);
      const outcome = await signDocument(context, { ...sources, level, prepare, sign: (prepared) => signer.sign(prepared, prepare.pss) });
      await writeDocument(output, context.source, tailOf(outcome));
      return {};
    });
  },
};

/** Options that are about a PDF. */
const ofDocuments = ['field', 'certify', 'image', 'text', 'page', 'rect', 'reason', 'location', 'password', 'ignore-permissions'];

/** Signs a file of any kind. Only the signature is written; the file stays as it is. */
async function signBeside(invocation: Invocation, { output, level, sources, signer }: { output: string; level: SignatureLevel; sources: LevelSources; signer: KeyFileSigner }): Promise<CommandResult> {
  const foreign = ofDocuments.find((name) => invocation.values[name] !== undefined);
  if (foreign) throw new UsageProblem(`--${foreign} is for signatures in a PDF, not for --detached`);
  if (level !== 'B-B' && level !== 'B-T') throw new UsageProblem('--detached takes --level B-B or B-T');
  const pss = flag(invocation, 'pss');
  const engine = await createNodeEngine();
  try {
    const cms = await signDetached(
      { engine, content: await inputOf(argument(invocation, 0)), authorities: new AuthorityClient() },
      {
        ...sources, level,
        prepare: { certificate: signer.certificate, chain: signer.chain, pss, signingTime: Math.floor(Date.now() / 1000) },
        sign: (prepared) => signer.sign(prepared, pss),
      },
    );
    await writeWhole(output, cms);
    return {};
  } finally {
    await engine.close();
  }
}

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
