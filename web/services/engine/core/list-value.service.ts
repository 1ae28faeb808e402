import type { Field } from '#contract/entities/field.ts';
import { listValueProblem, type CoreChecks, type ListValue, type ListValueProblem } from '#contract/entities/list-values.ts';
import { checkNumber } from './rules.service.ts';
import { checkText } from './text-check.service.ts';

/** Numbers are written as their format says before. */
const core: CoreChecks = {
  checkText: async (format, text) => (await checkText(format, text, 'final'))?.code ?? null,
  checkNumber: async (format, text) => (await checkNumber(format, text, 'final'))?.code ?? null,
};

/** Checks a value of a list with the rules by which the server checks it. */
export const checkListValue = (field: Field, value: ListValue): Promise<ListValueProblem | null> =>
  listValueProblem(field, value, core, new Date().toISOString().slice(0, 10));
