import type { ParseArgsOptionsConfig } from 'node:util';
import type { PdfDocument, Tail } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { createNodeEngine } from '../node.ts';
import { AuthorityClient, type LevelSources, type SignatureLevel, signatureLevels, type SigningContext, type SigningOutcome } from '../signing.ts';
import { argument, flag, type Invocation, text, texts, UsageProblem } from './command.ts';
import { certificatesIn } from './pem.ts';
import { inputOf, readAll } from './streams.ts';

/** Options of commands that produce a PAdES level. */
export const levelOptions: ParseArgsOptionsConfig = { level: { type: 'string' }, tsa: { type: 'string' }, policy: { type: 'string' }, trust: { type: 'string', multiple: true } };

/** Returns the requested level. */
export function levelOf(invocation: Invocation, otherwise: SignatureLevel): SignatureLevel {
  const requested = text(invocation, 'level') ?? otherwise;
  const level = signatureLevels.find((one) => one === requested);
  if (!level) throw new UsageProblem(`--level takes ${signatureLevels.join(', ')}`);
  return level;
}

/** Returns the sources of time stamps and validation material for the level. */
export async function sourcesOf(invocation: Invocation, level: SignatureLevel): Promise<LevelSources> {
  const timestampUrl = text(invocation, 'tsa');
  if (level !== 'B-B' && timestampUrl === undefined) throw new UsageProblem(`--level ${level} needs --tsa URL`);
  const trust = (await Promise.all(texts(invocation, 'trust').map(readAll))).flatMap(certificatesIn);
  return { timestampUrl, timestampPolicy: text(invocation, 'policy'), trust };
}

/** Opens the command's document with a signing context. */
export async function withContext<T>(invocation: Invocation, work: (context: SigningContext, document: PdfDocument) => Promise<T>): Promise<T> {
  const engine = await createNodeEngine();
  try {
    const source = await inputOf(argument(invocation, 0));
    const password = text(invocation, 'password');
    const ignorePermissions = flag(invocation, 'ignore-permissions');
    const document = await engine.open(source, { password, ignorePermissions });
    return await work({ engine, source, password, ignorePermissions, authorities: new AuthorityClient() }, document);
  } finally {
    await engine.close();
  }
}

/** Returns the finished revision. A pending result is an error, because a lower level than requested is never written. */
export function tailOf(outcome: SigningOutcome): Tail {
  if (outcome.state === 'complete') return outcome.tail;
  throw new EngineError(outcome.problem.code, outcome.problem.message);
}
