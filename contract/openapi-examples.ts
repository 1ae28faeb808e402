/** Generates one deterministic example value for a JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, string>> = {
  email: 'ada@example.org', 'date-time': '2030-01-31T12:00:00Z', date: '2030-01-31', uri: 'https://example.org/', url: 'https://example.org/',
};
/** Candidate texts for patterns, tried in order. */
const patterned = ['0123456789abcdef01234567', 'Ada Lovelace', '+49 30 901820', '123456', 'ada@example.org', '2030-01-31', 'aGVsbG8=', 'Abcdefg1', 'a'];

export function exampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  const [first] = [schema.enum, schema.anyOf, schema.oneOf].filter(Array.isArray);
  if (first) return first === schema.enum ? first[0] : exampleOf(first[0] as Schema);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part: Schema) => exampleOf(part)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': return objectOf(schema);
    case 'array': return Number(schema.minItems ?? 0) > 0 ? [exampleOf(schema.items as Schema)] : [];
    case 'string': return textOf(schema);
    case 'integer':
    case 'number': return Math.max(Number(schema.minimum ?? 1), Number(schema.exclusiveMinimum ?? -Infinity) + 1);
    case 'boolean': return true;
    default: return null;
  }
}

/** Includes the required properties; if there are none, the first optional one. */
function objectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const all = Object.entries(properties as Record<string, Schema>);
  const needed = all.filter(([name]) => (required as string[]).includes(name));
  return Object.fromEntries((needed.length > 0 ? needed : all.slice(0, 1)).map(([name, schema]) => [name, exampleOf(schema)]));
}

function textOf({ format, pattern, minLength = 1, maxLength = Infinity }: Schema): string {
  const formatted = typeof format === 'string' ? texts[format] : undefined;
  if (formatted !== undefined) return formatted;
  if (typeof pattern === 'string') return patterned.find((text) => new RegExp(pattern, 'u').test(text)) ?? '';
  return 'text'.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
}
