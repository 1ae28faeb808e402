/** Copies files for a user. The copies point to the same stored bodies. */
import type { Field } from '#contract/entities/field.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';
import { insertFile, insertVersion, type FileRow, type FileVersion } from '#server/repositories/files.repository.ts';
import type { Caller } from '#server/services/caller.ts';

export interface FileToCopy {
  file: FileRow;
  /** The version to copy: the current one or an earlier one. */
  body: Pick<FileVersion, 'body_ref' | 'mime' | 'size' | 'hash'>;
  fields: readonly Field[];
}

/** Returns the ids of the copies, in the order of `files`. */
export async function copyFiles(tx: Tx, caller: Pick<Caller, 'userId' | 'organization'>, files: readonly FileToCopy[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, body, fields } of files) {
    const id = newId();
    await insertFile(tx, { id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, title: file.title, fields: JSON.stringify(fields), granted_features: file.granted_features });
    await insertVersion(tx, {
      file_id: id, version: 1, body_ref: body.body_ref, mime: body.mime, size: Number(body.size), hash: body.hash, kind: 'original', created_by: caller.userId,
    });
    ids.push(id);
  }
  return ids;
}
