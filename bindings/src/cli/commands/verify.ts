import type { SignatureReport, VerifyOptions } from '../../engine.ts';
import { createNodeEngine, systemRoots, withRevocation } from '../../node.ts';
import { argument, type Command, type CommandResult, flag, type Invocation, passwordOption, text, texts, UsageProblem } from '../command.ts';
import { certificatesIn } from '../pem.ts';
import { inputOf, readAll } from '../streams.ts';
import { listOptions, listsInWords, listsOf } from '../trusted-lists.ts';
import { writeReport } from '../validation-report.ts';
import { inWords } from '../verdict-words.ts';
import { withDocument } from '../with-document.ts';

/** `countersign verify FILE`, and `countersign verify FILE --signature FILE.p7s` for signatures beside a file of any kind */
export const verify: Command = {
  usage: [
    'verify FILE [--signature FILE.p7s]… [--trust PEM|system]… [--timestamp-trust PEM|system]… [--ignore-trust] [--at TIME] [--text] [--offline]',
    '[--ocsp DER]… [--crl DER]… [--other PEM]… [--require-revocation]',
    '[--trusted-list FILE|URL]… [--lotl-certificates PEM]… [--list-cache FOLDER] [--report XML]',
  ].join(' '),
  summary: 'Judge every signature, or those beside a file (--signature); exit 1 when one failed or there is none, 3 when one can\'t be told',
  positionals: 1,
  options: {
    ...passwordOption,
    signature: { type: 'string', multiple: true },
    trust: { type: 'string', multiple: true },
    'timestamp-trust': { type: 'string', multiple: true },
    'ignore-trust': { type: 'boolean' },
    at: { type: 'string' },
    json: { type: 'boolean' },
    text: { type: 'boolean' },
    offline: { type: 'boolean' },
    ocsp: { type: 'string', multiple: true },
    crl: { type: 'string', multiple: true },
    other: { type: 'string', multiple: true },
    'require-revocation': { type: 'boolean' },
    ...listOptions,
    report: { type: 'string' },
  },
  run: (invocation) => {
    const beside = texts(invocation, 'signature');
    return beside.length > 0 ? verifyBeside(invocation, beside) : withDocument(invocation, argument(invocation, 0), (document) => judged(invocation, {
      withRevocation: (options) => withRevocation(document, options),
      reports: (options) => document.verify(options),
    }));
  },
};

/** Where the signatures are. */
interface Signed {
  withRevocation(options: VerifyOptions): Promise<VerifyOptions>;
  reports(options: VerifyOptions): Promise<SignatureReport[]>;
}

/** Judges the signatures that are kept beside a file, in the order in which they are named. */
async function verifyBeside(invocation: Invocation, files: readonly string[]): Promise<CommandResult> {
  if (text(invocation, 'password') !== undefined) throw new UsageProblem('--password is for signatures in a PDF, not for --signature');
  const engine = await createNodeEngine();
  try {
    const content = await inputOf(argument(invocation, 0));
    const signatures = await Promise.all(files.map(readAll));
    return await judged(invocation, {
      withRevocation: async (options) => {
        let known = options;
        for (const cms of signatures) known = await withRevocation({ revocationRequests: (wanted) => engine.detachedRevocationRequests(cms, wanted) }, known);
        return known;
      },
      reports: async (options) => {
        const reports: SignatureReport[] = [];
        for (const cms of signatures) reports.push(await engine.verifyDetached(content, cms, options));
        return reports;
      },
    });
  } finally {
    await engine.close();
  }
}

async function judged(invocation: Invocation, signed: Signed): Promise<CommandResult> {
  const requested = await optionsOf(invocation);
  const lists = await listsOf(invocation, requested.at);
  const given = lists ? { ...requested, services: lists.services } : requested;
  const options = flag(invocation, 'offline') ? given : await signed.withRevocation(given);
  const signatures = await signed.reports(options);
  await writeReport(invocation, signatures, given.at);
  const acceptable = signatures.length > 0 && signatures.every((signature) => signature.acceptable);
  const found = signatures.length === 0 || signatures.some(({ indication }) => indication === 'failed');
  const outcome = { found, indeterminate: !found && !acceptable };
  if (flag(invocation, 'text')) return { text: [inWords(signatures), ...(lists ? [listsInWords(lists)] : [])].join('\n\n'), ...outcome };
  return { json: { acceptable, signatures, ...(lists ? { trustedLists: lists.lists } : {}) }, ...outcome };
}

/** Returns the certificates of a file, or the system's trust anchors. */
const anchorsIn = async (list: string): Promise<Uint8Array[]> => (list === 'system' ? systemRoots() : certificatesIn(await readAll(list)));

async function optionsOf(invocation: Invocation): Promise<VerifyOptions> {
  const at = new Date(text(invocation, 'at') ?? Date.now());
  if (Number.isNaN(at.getTime())) throw new UsageProblem('--at takes a time such as 2026-11-21T15:00:00Z');
  const files = (name: string): Promise<Uint8Array[]> => Promise.all(texts(invocation, name).map(readAll));
  return {
    trust: (await Promise.all(texts(invocation, 'trust').map(anchorsIn))).flat(),
    timestampTrust: (await Promise.all(texts(invocation, 'timestamp-trust').map(anchorsIn))).flat(),
    certificates: (await files('other')).flatMap(certificatesIn),
    ocsps: await files('ocsp'),
    crls: await files('crl'),
    at: Math.floor(at.getTime() / 1000),
    ignoreTrust: flag(invocation, 'ignore-trust'),
    requireRevocation: flag(invocation, 'require-revocation'),
  };
}
