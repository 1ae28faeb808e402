import type { Field } from '@countersign/core';

/** Labels of fields from the page text, in order; null without a label. */
export type LabelsOfPage = (page: number, fields: readonly Field[]) => Promise<readonly (string | null)[]>;

/** Fields without a name, or with a name used twice on a page. */
function lacking(fields: readonly Field[]): ReadonlySet<Field> {
  const counts = new Map<string, number>();
  const key = ({ page, tooltip }: Field): string => `${page} ${tooltip}`;
  for (const field of fields) counts.set(key(field), (counts.get(key(field)) ?? 0) + 1);
  return new Set(fields.filter((field) => field.rect.width > 0 && (!field.tooltip || (counts.get(key(field)) ?? 0) > 1)));
}

const pagesOf = (fields: Iterable<Field>): number[] => [...new Set([...fields].map(({ page }) => page))];

/** Whether every field has a unique name. */
export const areNamed = (fields: readonly Field[]): boolean => lacking(fields).size === 0;

/** Names unnamed fields by their labels. */
export async function nameFields(fields: readonly Field[], labelsOf: LabelsOfPage): Promise<Field[]> {
  const unnamed = lacking(fields);
  const found = new Map<Field, string>();
  for (const page of pagesOf(unnamed)) {
    const here = fields.filter((field) => field.page === page && field.rect.width > 0);
    const labels = await labelsOf(page, here);
    for (const [index, field] of here.entries()) {
      const label = labels[index];
      if (label && unnamed.has(field)) found.set(field, label);
    }
  }
  return fields.map((field) => withName(field, found.get(field)));
}

/** Puts a shared name before the label that distinguishes its fields. */
function withName(field: Field, label: string | undefined): Field {
  if (!label || label === field.tooltip) return field;
  const repeated = field.tooltip && !label.toLowerCase().includes(field.tooltip.toLowerCase());
  return { ...field, tooltip: repeated ? `${field.tooltip}: ${label}` : label };
}
