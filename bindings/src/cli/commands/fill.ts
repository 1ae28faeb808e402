import { argument, type Command, outputOption, passwordOption, requiredText } from '../command.ts';
import { readJson, writeDocument } from '../streams.ts';
import { valuesFrom } from '../values.ts';
import { withDocument } from '../with-document.ts';

/** `countersign fill FILE VALUES.json -o OUT` */
export const fill: Command = {
  usage: 'fill FILE VALUES.json -o OUT',
  summary: 'Fill fields by name; VALUES: {"field name": value}',
  positionals: 2,
  options: { ...passwordOption, ...outputOption },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document, source) => {
      const tail = await document.merge(valuesFrom(await readJson(argument(invocation, 1))));
      await writeDocument(requiredText(invocation, 'output'), source, tail);
      return {};
    }),
};
