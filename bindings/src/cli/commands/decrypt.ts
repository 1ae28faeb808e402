import { type Command, outputOption, passwordOption } from '../command.ts';
import { rewriteDocument } from '../rewriting.ts';

/** `countersign decrypt FILE -o OUT` */
export const decrypt: Command = {
  usage: 'decrypt FILE -o OUT',
  summary: 'Take the passwords off',
  positionals: 1,
  options: { ...passwordOption, ...outputOption },
  run: async (invocation) => rewriteDocument(invocation, (document) => document.decrypt()),
};
