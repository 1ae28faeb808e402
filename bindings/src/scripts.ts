import type { Field, FieldScript, NumberFormat, RuleField } from './engine.ts';

/** Signs before the decimals and between groups of digits, by the second argument of `AFNumber_Format`. */
const separators = [['.', ','], ['.', ''], [',', '.'], [',', ''], ['.', '\'']] as const;

/**
 * The rules of a form's own scripts, for `applyRules`: calculations (`AFSimple_Calculate`) and formats of numbers (`AFNumber_Format`).
 * Nothing is run; scripts that do anything else are left out, and `document.scripts()` lists them with `function: null`.
 *
 * @example
 * import { createNodeEngine, rulesFrom } from '@countersign/core/node';
 *
 * const engine = await createNodeEngine();
 * const document = await engine.open({ path: 'form.pdf' });
 * const rules = rulesFrom(await document.fields(), await document.scripts());
 * const outcomes = await engine.applyRules(rules);
 * const calculated = rules.flatMap(({ name, formula }, index) => (formula ? [[name, outcomes[index]?.text ?? '']] : []));
 * const tail = await document.merge(Object.fromEntries(calculated));
 * console.log(tail.bytes.length);
 * await engine.close();
 */
export function rulesFrom(fields: readonly Field[], scripts: readonly FieldScript[]): RuleField[] {
  const values = new Map(fields.map(({ fieldName, value }) => [fieldName, typeof value === 'string' || typeof value === 'boolean' ? value : '']));
  const names = [...values.keys()];
  const called = (field: string, name: string): string[] | undefined => scripts.find((script) => script.field === field && script.function === name)?.arguments;
  return [...values].map(([name, value]) => {
    const [formula, number] = [formulaOf(called(name, 'AFSimple_Calculate'), names), numberOf(called(name, 'AFNumber_Format'))];
    return { name, value, ...(formula && { formula }), ...(number && { number }) };
  });
}

/** The name of a field that has others below it stands for all of them. */
function formulaOf([operation, ...operands]: string[] = [], names: readonly string[]): string | undefined {
  const fields = operands.flatMap((name) => (names.includes(name) ? [name] : names.filter((each) => each.startsWith(`${name}.`))));
  if (fields.length === 0 || fields.some((name) => /[[\]]/.test(name))) return undefined;
  const inBrackets = fields.map((name) => `[${name}]`);
  switch (operation) {
    case 'SUM': return `sum(${inBrackets.join(', ')})`;
    case 'PRD': return inBrackets.join(' * ');
    case 'AVG': return `sum(${inBrackets.join(', ')}) / ${inBrackets.length}`;
    case 'MIN': return `min(${inBrackets.join(', ')})`;
    case 'MAX': return `max(${inBrackets.join(', ')})`;
    default: return undefined;
  }
}

function numberOf(given: string[] | undefined): NumberFormat | undefined {
  if (!given) return undefined;
  const [decimals = '0', style = '0', , , currency = '', isPrefix = 'false'] = given;
  const [decimalSign, grouping] = separators[Number(style)] ?? separators[0];
  const isBefore = isPrefix === 'true';
  return { decimals: Math.max(0, Math.trunc(Number(decimals)) || 0), decimalSign, grouping, prefix: isBefore ? currency : '', suffix: isBefore ? '' : currency };
}
