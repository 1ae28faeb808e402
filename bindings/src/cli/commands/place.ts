import type { PlaceField } from '../../engine.ts';
import { argument, type Command, outputOption, passwordOption, permissionOption, requiredText, UsageProblem } from '../command.ts';
import { readJson, writeDocument } from '../streams.ts';
import { withDocument } from '../with-document.ts';

/** `countersign place FILE FIELDS.json -o OUT` */
export const place: Command = {
  usage: 'place FILE FIELDS.json -o OUT [--ignore-permissions]',
  summary: 'Place fields as widgets; FIELDS: [{field, …}]. Refused where a signature or the protection forbids it',
  positionals: 2,
  options: { ...passwordOption, ...permissionOption, ...outputOption },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document, source) => {
      const fields = await readJson(argument(invocation, 1));
      if (!Array.isArray(fields)) throw new UsageProblem('FIELDS must be a JSON array');
      const tail = await document.placeFields(fields as PlaceField[]);
      await writeDocument(requiredText(invocation, 'output'), source, tail);
      return {};
    }),
};
