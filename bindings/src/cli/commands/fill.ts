import type { Engine, FieldValues, PdfDocument } from '../../engine.ts';
import { rulesFrom } from '../../scripts.ts';
import { argument, type Command, flag, outputOption, passwordOption, permissionOption, requiredText } from '../command.ts';
import { readJson, writeDocument } from '../streams.ts';
import { valuesFrom } from '../values.ts';
import { withDocument } from '../with-document.ts';

/** `countersign fill FILE VALUES.json -o OUT [--flatten] [--calculate]` */
export const fill: Command = {
  usage: 'fill FILE VALUES.json -o OUT [--flatten] [--calculate] [--ignore-permissions]',
  summary: 'Fill fields by name; VALUES: {"field name": value}. Refused where a signature or the protection forbids it',
  positionals: 2,
  options: { ...passwordOption, ...permissionOption, ...outputOption, flatten: { type: 'boolean' }, calculate: { type: 'boolean' } },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document, source, engine) => {
      const output = requiredText(invocation, 'output');
      const given = valuesFrom(await readJson(argument(invocation, 1)));
      const values = flag(invocation, 'calculate') ? { ...(await calculated(engine, document, given)), ...given } : given;
      const tail = await document.merge(values, { flatten: flag(invocation, 'flatten') });
      await writeDocument(output, source, tail);
      return output !== '-' && tail.findings.length > 0 ? { json: { findings: tail.findings } } : {};
    }),
};

/** The values of the fields that the form calculates, from the given ones and those that it has. */
async function calculated(engine: Engine, document: PdfDocument, given: FieldValues): Promise<FieldValues> {
  const rules = rulesFrom(await document.fields(), await document.scripts());
  const overlaid = rules.map((rule) => ({ ...rule, value: (given[rule.name ?? ''] ?? rule.value) as typeof rule.value }));
  const outcomes = await engine.applyRules(overlaid);
  const results = rules.flatMap(({ name, formula }, index) => {
    const text = outcomes[index]?.text;
    return formula && typeof text === 'string' ? [[name, text] as const] : [];
  });
  return Object.fromEntries(results);
}
