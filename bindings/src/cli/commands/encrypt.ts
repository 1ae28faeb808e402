import { type Command, outputOption, passwordOption, text, UsageProblem } from '../command.ts';
import { protectionOf, protectionOptions } from '../protection.ts';
import { rewriteDocument } from '../rewriting.ts';

/** `countersign encrypt FILE -o OUT --user P --owner P` */
export const encrypt: Command = {
  usage: 'encrypt FILE -o OUT --user P --owner P [--algorithm aes-256|aes-128] [--permissions print,copy,…]',
  summary: 'Protect with passwords: one to open, one to change',
  positionals: 1,
  options: { ...passwordOption, ...outputOption, ...protectionOptions },
  run: async (invocation) => {
    if (!text(invocation, 'user') && !text(invocation, 'owner')) throw new UsageProblem('--user or --owner is missing');
    return rewriteDocument(invocation, (document) => document.encrypt(protectionOf(invocation)));
  },
};
