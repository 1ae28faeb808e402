/** Folders and tags of a space. */
import type { InputOf } from '#contract/calls/calls.ts';
import type { Label, LabelKind } from '#contract/entities/label.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { deleteLabel, findLabel, findLabels, insertLabel, lockLabels, renameLabel, type LabelRow } from '#server/repositories/labels.repository.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';
import { administers, loadOrganization, refusalIn } from '#server/services/organizations/organization-access.ts';

export type LabelsService = ReturnType<typeof createLabelsService>;

const isOwn = ({ user_id: userId, created_by: createdBy }: LabelRow, caller: Caller): boolean => userId === caller.userId || createdBy === caller.userId;
const lower = (name: string): string => name.toLocaleLowerCase('und');

export function createLabelsService({ db }: { db: Db }) {
  const shown = async (tx: Db | Tx, caller: Caller, rows: readonly LabelRow[]): Promise<Label[]> => {
    const isAdministrator = await administers(tx, rows[0]?.org_id ?? null, caller);
    return rows.map((row) => ({ id: row.id, kind: row.kind, name: row.name, isEditable: isAdministrator || isOwn(row, caller), createdAt: row.created_at.toISOString() }));
  };
  const one = async (tx: Tx, caller: Caller, row: LabelRow | undefined): Promise<Label> => {
    const [label] = row ? await shown(tx, caller, [row]) : [];
    if (!label) throw new AppError('not_found');
    return label;
  };

  async function list(caller: Caller): Promise<{ labels: Label[] }> {
    return { labels: await shown(db, caller, await findLabels(db, spaceOf(caller))) };
  }

  async function create(caller: Caller, input: NonNullable<InputOf<'labels.create'>['body']>): Promise<Label> {
    const id = input.id ?? newId();
    const space = spaceOf(caller);
    return db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      await lockLabels(tx, space);
      const known = await findLabels(tx, space);
      // A retried create, whose first response was lost.
      const repeated = known.find((each) => each.id === id);
      if (repeated) return one(tx, caller, repeated);
      if (await findLabel(tx, id)) throw new AppError('conflict');
      assertFree(known, input.kind, input.name);
      if (known.filter(({ kind }) => kind === input.kind).length >= counts.labels) throw new AppError('limit_exceeded');
      await insertLabel(tx, { id, kind: input.kind, user_id: space.organization ? null : caller.userId, org_id: space.organization?.id ?? null, created_by: caller.userId, name: input.name });
      return one(tx, caller, await findLabel(tx, id));
    });
  }

  async function rename(caller: Caller, id: string, name: string): Promise<Label> {
    return db.transaction().execute(async (tx) => {
      const row = await editable(tx, caller, id);
      const space = { userId: caller.userId, organization: row.org_id === null ? null : { id: row.org_id, everything: false }, closedOrgIds: [] };
      await lockLabels(tx, space);
      assertFree((await findLabels(tx, space)).filter((each) => each.id !== id), row.kind, name);
      await renameLabel(tx, id, name);
      return one(tx, caller, { ...row, name });
    });
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await editable(tx, caller, id);
      await deleteLabel(tx, id);
    });
  }

  return { list, create, rename, remove };
}

function assertFree(others: readonly LabelRow[], kind: LabelKind, name: string): void {
  if (others.some((each) => each.kind === kind && lower(each.name) === lower(name))) throw new AppError('conflict');
}

/** Whoever does not see a label does not learn that it exists. */
async function editable(tx: Tx, caller: Caller, id: string): Promise<LabelRow> {
  const row = await findLabel(tx, id);
  if (!row || (row.org_id === null && !isOwn(row, caller))) throw new AppError('not_found');
  if (row.org_id === null) return row;
  await loadOrganization(tx, row.org_id, caller, 'read');
  if (!isOwn(row, caller) && !(await administers(tx, row.org_id, caller))) throw refusalIn(caller, row.org_id);
  return row;
}
