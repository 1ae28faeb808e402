import { timestampDocument } from '../../signing.ts';
import { type Command, outputOption, passwordOption, requiredText } from '../command.ts';
import { levelOptions, sourcesOf, withContext } from '../levels.ts';
import { writeDocument } from '../streams.ts';

/** `countersign timestamp FILE -o OUT --tsa URL` */
export const timestamp: Command = {
  usage: 'timestamp FILE -o OUT --tsa URL [--trust PEM]…',
  summary: 'Stamp the document with the time',
  positionals: 1,
  options: { ...passwordOption, ...outputOption, ...levelOptions },
  run: async (invocation) => {
    const output = requiredText(invocation, 'output');
    const sources = await sourcesOf(invocation, 'B-T');
    return withContext(invocation, async (context) => {
      await writeDocument(output, context.source, await timestampDocument(context, sources));
      return {};
    });
  },
};
