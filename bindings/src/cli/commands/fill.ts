import { argument, type Command, flag, outputOption, passwordOption, permissionOption, requiredText } from '../command.ts';
import { readJson, writeDocument } from '../streams.ts';
import { valuesFrom } from '../values.ts';
import { withDocument } from '../with-document.ts';

/** `countersign fill FILE VALUES.json -o OUT [--flatten]` */
export const fill: Command = {
  usage: 'fill FILE VALUES.json -o OUT [--flatten] [--ignore-permissions]',
  summary: 'Fill fields by name; VALUES: {"field name": value}. Refused where a signature or the protection forbids it',
  positionals: 2,
  options: { ...passwordOption, ...permissionOption, ...outputOption, flatten: { type: 'boolean' } },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document, source) => {
      const values = valuesFrom(await readJson(argument(invocation, 1)));
      const tail = await document.merge(values, { flatten: flag(invocation, 'flatten') });
      await writeDocument(requiredText(invocation, 'output'), source, tail);
      return {};
    }),
};
