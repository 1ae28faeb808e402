import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';

const transactionPath = /^\/transaction\/([0-9a-f]{24})(\/(?:create|editor|upload))?$/;

const templatePath = /^\/template\/([0-9a-f]{24})(?:\/(?:create|editor|upload))?$/;

/**
 * Where files dropped on a path go; null where nothing can be dropped. Into a transaction only while it is
 * a draft of the viewer's own.
 */
export const targetOf = (
  path: string,
  viewer: { userId: string | null; transactionOf(id: string): Transaction | undefined; templateOf(id: string): Template | undefined },
  search = '',
): UploadTarget | null => {
  if (path === '/transactions') return viewer.userId ? { kind: 'newTransaction' } : { kind: 'files' };
  if (path === '/templates') return viewer.userId ? { kind: 'newTemplate' } : { kind: 'files' };
  if (path === '/upload' && viewer.userId && isWizard(search)) return new URLSearchParams(search).has('from') ? { kind: 'files' } : { kind: 'newTransaction' };
  // What is only checked stays in the browser.
  if (path === '/file' && new URLSearchParams(search).has('check')) return null;
  if (path === '/files' || path === '/upload' || path === '/file' || path.startsWith('/file/')) return { kind: 'files' };
  const templateId = templatePath.exec(path)?.[1];
  if (templateId) return viewer.userId && viewer.templateOf(templateId)?.ownerId === viewer.userId ? { kind: 'template', id: templateId } : null;
  const id = transactionPath.exec(path)?.[1];
  const transaction = id ? viewer.transactionOf(id) : undefined;
  return transaction && isEditable(transaction.status) && transaction.ownerId === viewer.userId ? { kind: 'transaction', id: transaction.id } : null;
};

/** The guided flow (`wizard=true`): from the upload page straight into a new request, and on from step to step. */
export const isWizard = (search: string): boolean => new URLSearchParams(search).get('wizard') === 'true';

/** Where to go once files are there (document 1 §2): to them, to the list from /upload, nowhere inside a transaction. */
export const pathAfter = (path: string, target: UploadTarget, added: { fileIds: string[]; unitId: string | null }, search = ''): string | null => {
  const guided = isWizard(search) ? '?wizard=true' : '';
  if (added.fileIds.length === 0) return null;
  if (target.kind === 'newTransaction') return added.unitId ? `/transaction/${added.unitId}/create${guided}` : null;
  if (target.kind === 'newTemplate') return added.unitId ? `/template/${added.unitId}/create${guided}` : null;
  if (target.kind === 'transaction') return path.endsWith('/upload') ? `/transaction/${target.id}/create${guided}` : null;
  if (target.kind === 'template') return path.endsWith('/upload') ? `/template/${target.id}/create${guided}` : null;
  // A step of the guided flow that began at a request goes back to it.
  const from = new URLSearchParams(search).get('from');
  if (guided && from && /^[0-9a-f]{24}$/.test(from)) return `/transaction/${from}`;
  return path === '/upload' ? '/files' : `/file/${added.fileIds.join(',')}?selectedDocument=1`;
};
