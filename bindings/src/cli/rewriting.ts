import type { NewFile, PdfDocument } from '../engine.ts';
import { argument, type CommandResult, type Invocation, requiredText } from './command.ts';
import { assertProtectable } from './protection.ts';
import { writeParts } from './streams.ts';
import { withDocument } from './with-document.ts';

/** Rewrites the command's document to the output; reports the method if standard output is not used for the file. */
export function rewriteDocument(invocation: Invocation, make: (document: PdfDocument) => Promise<NewFile>): Promise<CommandResult> {
  const path = argument(invocation, 0);
  const output = requiredText(invocation, 'output');
  assertProtectable(path);
  return withDocument(invocation, path, async (document, source) => {
    const { method, parts } = await make(document);
    await writeParts(output, source, parts);
    return output === '-' ? {} : { json: { method } };
  });
}
