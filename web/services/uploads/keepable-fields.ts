import type { Field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';

/** The fields that the schema accepts. The others stay in the document only. */
export const keepableFields = async (fields: readonly Field[]): Promise<Field[]> => {
  const { field } = await import('#contract/entities/field.ts');
  return fields.filter((each) => field.safeParse(each).success).slice(0, counts.fieldsPerFile);
};
