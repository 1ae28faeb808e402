import { type Command, outputOption, passwordOption, requiredText } from '../command.ts';
import { protectionOf, protectionOptions } from '../protection.ts';
import { rewriteDocument } from '../rewriting.ts';

/** `countersign passwd FILE -o OUT --user P --owner P` */
export const passwd: Command = {
  usage: 'passwd FILE -o OUT --user P --owner P [--permissions print,copy,…] [--reencrypt]',
  summary: 'Change the passwords; --reencrypt makes a new key too',
  positionals: 1,
  options: { ...passwordOption, ...outputOption, ...protectionOptions, reencrypt: { type: 'boolean' } },
  run: async (invocation) => {
    // A password omitted by mistake would open the document to everybody.
    for (const name of ['user', 'owner']) requiredText(invocation, name);
    const reencrypt = invocation.values.reencrypt === true;
    return rewriteDocument(invocation, (document) => document.changePassword(protectionOf(invocation), { reencrypt }));
  },
};
