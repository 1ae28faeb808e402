/** Checks the values of a list that fill fields, before anything is sent. */
import { columnKey, columnNameOf, isFilledByList, listValueProblem, type CoreChecks, type ListValue } from '#contract/entities/list-values.ts';
import { toCoreNumber } from '#contract/entities/rule-fields.ts';
import type { BulkRecipient } from '#contract/entities/bulk.ts';
import type { Field } from '#contract/entities/field.ts';
import type { Engine } from '@countersign/core/node';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import { AppError } from '#server/platform/app-error.ts';
import { withDefaults } from '#server/repositories/stored-field.ts';
import type { Blueprint } from './blueprint.ts';

/** Problems that an answer names at most. */
const named = 100;

const coreOf = (engine: Engine): CoreChecks => ({
  checkText: async (format, text) => (await engine.checkText(format, text, 'final'))[0]?.code ?? null,
  checkNumber: async (format, text) => {
    const number = toCoreNumber(format);
    const found = await engine.checkNumber(number, text, 'final');
    const [outcome] = found === null ? await engine.applyRules([{ value: text, number }]) : [];
    return found ?? (outcome?.text === text ? null : 'wrong_form');
  },
});

/** By name; several fields may have one. */
function fieldsByName(blueprint: Pick<Blueprint, 'files'>): Map<string, Field[]> {
  const found = new Map<string, Field[]>();
  for (const field of blueprint.files.flatMap(({ fields }) => fields.map(withDefaults)).filter(isFilledByList)) {
    const key = columnKey(columnNameOf(field));
    found.set(key, [...(found.get(key) ?? []), field]);
  }
  return found;
}

type Check = (name: string, value: ListValue) => Promise<string | null>;

/** Values repeat in a list: each is checked once. */
function checkOnce(fields: ReadonlyMap<string, Field[]>, core: CoreChecks): Check {
  const known = new Map<string, Promise<string | null>>();
  const today = new Date().toISOString().slice(0, 10);
  const check: Check = async (name, value) => {
    const own = fields.get(columnKey(name));
    if (!own) return 'no_field';
    for (const field of own) {
      const problem = await listValueProblem(field, value, core, today);
      if (problem) return problem;
    }
    return null;
  };
  return (name, value) => {
    const key = JSON.stringify([name, value]);
    const found = known.get(key) ?? check(name, value);
    known.set(key, found);
    return found;
  };
}

/** Throws with the rows and columns whose values don't fit their fields. */
export async function assertListValues(pool: Pick<EnginePool, 'use'>, blueprint: Pick<Blueprint, 'files'>, people: readonly BulkRecipient[]): Promise<void> {
  if (people.every(({ values }) => Object.keys(values).length === 0)) return;
  const problems = await pool.use(async (engine) => {
    const check = checkOnce(fieldsByName(blueprint), coreOf(engine));
    const found: { path: string; message: string }[] = [];
    for (const [row, { values }] of people.entries()) {
      for (const [name, value] of Object.entries(values)) {
        const problem = found.length < named ? await check(name, value) : null;
        if (problem) found.push({ path: `body/recipients/${row}/values/${name}`, message: problem });
      }
    }
    return found;
  });
  if (problems.length > 0) throw new AppError('request_validation_error', problems);
}
