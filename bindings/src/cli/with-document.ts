import type { Engine, PdfDocument, SourceInput } from '../engine.ts';
import { createNodeEngine } from '../node.ts';
import { flag, type Invocation, text } from './command.ts';
import { inputOf } from './streams.ts';

/** Opens the command's document, runs the work, and closes everything. */
export async function withDocument<T>(invocation: Invocation, path: string, work: (document: PdfDocument, source: SourceInput, engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createNodeEngine();
  try {
    const source = await inputOf(path);
    const document = await engine.open(source, { password: text(invocation, 'password'), ignorePermissions: flag(invocation, 'ignore-permissions') });
    return await work(document, source, engine);
  } finally {
    await engine.close();
  }
}
