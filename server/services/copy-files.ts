/** Copies of files for somebody: a body is never stored twice, the copy only points to it. */
import type { Field } from '#contract/entities/field.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { insertFile, insertVersion, type FileRow, type FileVersion } from '#server/repositories/files.repository.ts';
import type { Caller } from './caller.ts';

export interface FileToCopy {
  file: FileRow;
  /** The version that is copied: the current one, or one of before. */
  body: Pick<FileVersion, 'body_ref' | 'mime' | 'size' | 'hash'>;
  fields: readonly Field[];
}

/** The ids of the copies, in the same order. */
export async function copyFiles(tx: Tx, caller: Pick<Caller, 'userId' | 'organization'>, files: readonly FileToCopy[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, body, fields } of files) {
    const id = newId();
    await insertFile(tx, { id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, title: file.title, fields: JSON.stringify(fields), held_features: file.held_features });
    await insertVersion(tx, {
      file_id: id, version: 1, body_ref: body.body_ref, mime: body.mime, size: Number(body.size), hash: body.hash, kind: 'original', created_by: caller.userId,
    });
    ids.push(id);
  }
  return ids;
}
