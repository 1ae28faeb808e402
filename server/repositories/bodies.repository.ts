import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';

/** Returns those of the bodies that nothing refers to: no file version, picture, queued mail, bulk send or upload. */
export async function findOrphanedBodies(db: Db | Tx, refs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select ref from unnest(${[...refs]}::text[]) ref
    where not exists (select 1 from uploads where body_ref = ref and (status <> 'used' or purpose in ('media', 'media_update', 'avatar', 'identity')))
      and not exists (select 1 from file_versions where body_ref = ref and removed_at is null)
      and not exists (select 1 from media where image_ref = ref)
      and not exists (select 1 from users where avatar = ref)
      and not exists (select 1 from organizations where logo = ref)
      and not exists (select 1 from mails where attachments <> '[]' and attachments @> jsonb_build_array(jsonb_build_object('ref', ref)))
      and not exists (select 1 from bulks where blueprint -> 'files' @> jsonb_build_array(jsonb_build_object('bodyRef', ref)))`.execute(db);
  return rows.map((row) => row.ref);
}
