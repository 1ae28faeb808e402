import { argument, type Command, outputOption, passwordOption, requiredText } from '../command.ts';
import { writeParts } from '../streams.ts';
import { withDocument } from '../with-document.ts';

/** `countersign strip FILE -o OUT` */
export const strip: Command = {
  usage: 'strip FILE -o OUT',
  summary: 'Take all signatures out',
  positionals: 1,
  options: { ...passwordOption, ...outputOption },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document, source) => {
      const { parts } = await document.stripSignatures();
      await writeParts(requiredText(invocation, 'output'), source, parts);
      return {};
    }),
};
