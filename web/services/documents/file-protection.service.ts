import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { PDF, rewritten, withDocument } from '../engine/core/engine.service.ts';
import { rememberPassword } from './document-password.ts';

export interface ProtectedFile {
  readonly id: string;
  readonly body: Blob;
  /** The password that it was opened with. */
  readonly password: string | undefined;
}

/** Sets or changes the password of a file, or removes it (null), in a new version. Earlier versions stay as they are. */
export async function setFilePassword({ id, body, password }: ProtectedFile, next: string | null): Promise<void> {
  const changed = await withDocument(body, async (document) => {
    if (next === null) return rewritten(body, await document.decrypt());
    const protection = { user: next, owner: next };
    return rewritten(body, document.info.encrypted ? await document.changePassword(protection) : await document.encrypt(protection));
  }, password);
  const { url } = await call('files.updateUrl', { params: { id }, body: { mimeType: PDF, size: changed.size } });
  await putBody(url, changed, { mimeType: PDF });
  if (next !== null) rememberPassword(next);
}
