import { AppError, toAppError } from '../app-error.ts';
import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { PDF, rewritten, withDocument } from '../engine/core/engine.service.ts';

export interface SignedFile {
  readonly id: string;
  readonly body: Blob;
  readonly password: string | undefined;
}

/** Removes all signatures of a file as a new version. Earlier versions stay as they are. */
export async function removeSignatures({ id, body, password }: SignedFile): Promise<void> {
  const plain = await withDocument(body, async (document) => rewritten(body, await document.stripSignatures()), password).catch((error: unknown) => {
    const { code } = toAppError(error);
    throw new AppError(code === 'unknown_ui_error' ? 'failed_to_remove_signatures' : code, { cause: error });
  });
  const { url } = await call('files.updateUrl', { params: { id }, body: { mimeType: PDF, size: plain.size } });
  await putBody(url, plain, { mimeType: PDF });
}
