import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';

const transactionPath = /^\/transaction\/([0-9a-f]{24})(\/(?:create|editor|upload))?$/;

/**
 * Where files dropped on a path go; null where nothing can be dropped. Into a transaction only while it is
 * a draft of the viewer's own.
 */
export const targetOf = (
  path: string,
  viewer: { userId: string | null; transactionOf(id: string): Transaction | undefined },
): UploadTarget | null => {
  if (path === '/transactions') return viewer.userId ? { kind: 'newTransaction' } : { kind: 'files' };
  if (path === '/templates') return viewer.userId ? { kind: 'newTemplate' } : { kind: 'files' };
  if (path === '/files' || path === '/upload' || path === '/file' || path.startsWith('/file/')) return { kind: 'files' };
  const id = transactionPath.exec(path)?.[1];
  const transaction = id ? viewer.transactionOf(id) : undefined;
  return transaction && isEditable(transaction.status) && transaction.ownerId === viewer.userId ? { kind: 'transaction', id: transaction.id } : null;
};

/** Where to go once files are there (document 1 §2): to them, to the list from /upload, nowhere inside a transaction. */
export const pathAfter = (path: string, target: UploadTarget, added: { fileIds: string[]; unitId: string | null }): string | null => {
  if (added.fileIds.length === 0) return null;
  if (target.kind === 'newTransaction') return added.unitId ? `/transaction/${added.unitId}/create` : null;
  if (target.kind === 'newTemplate') return added.unitId ? `/template/${added.unitId}/create` : null;
  if (target.kind === 'transaction') return path.endsWith('/upload') ? `/transaction/${target.id}/create` : null;
  return path === '/upload' ? '/files' : `/file/${added.fileIds.join(',')}?selectedDocument=1`;
};
