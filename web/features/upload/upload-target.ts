import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { sharedStore } from '#web/worker/shared-store.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';

const transactionPath = /^\/transaction\/([0-9a-f]{24})(\/(?:create|editor|upload|start))?$/;

/** A draft that somebody without an account prepares in this browser. */
const localPath = /^\/(transaction|template)\/(local-[0-9a-f-]+)(?:\/(?:create|editor|upload|photo_capturing))?$/;

const templatePath = /^\/template\/([0-9a-f]{24})(?:\/(?:create|editor|upload|photo_capturing))?$/;

interface DropViewer {
  userId: string | null;
  transactionOf(id: string): Transaction | undefined;
  templateOf(id: string): Template | undefined;
}

/** Screens with something else to do, which dropped files must not end: what comes before the app, and taking pictures. */
const busyPath = /^\/(authorize|verify|invite|access_denied|invalid_link|redirect|account_change|terms_of_use|privacy|trust)(\/|$)|\/(photo_capturing|editor)$/;

/**
 * What happens to files dropped on a path: `ask` where the screen does not tell what they are for. Null: nothing. Who signs is not led
 * away from it.
 */
export const dropOf = (path: string, viewer: DropViewer, search = ''): UploadTarget | 'ask' | null => {
  const target = targetOf(path, viewer, search);
  if (target !== null || !viewer.userId || busyPath.test(path) || takesFilesItself(path, search)) return target;
  const transaction = viewer.transactionOf(/^\/(?:library\/)?transaction\/([0-9a-f]{24})$/.exec(path)?.[1] ?? '');
  return transaction && isRunning(transaction.status) ? null : 'ask';
};

/** Whether the screen takes dropped files by itself: to validate one in the browser, or as a new version of one. */
export const takesFilesItself = (path: string, search: string): boolean =>
  (path === '/file' && new URLSearchParams(search).has('check')) || /^\/file\/[^/]+\/upload$/.test(path);

/** Whether another app of the device has shared documents, which the service worker has kept. */
export const hasSharedFiles = (search: string): boolean => new URLSearchParams(search).has(sharedStore.parameter);

/**
 * Returns the target for files dropped on a path; null if it accepts none. A transaction accepts files only while it is
 * the viewer's own draft.
 */
export const targetOf = (path: string, viewer: DropViewer, search = ''): UploadTarget | null => {
  if (path === '/transactions') return viewer.userId ? { kind: 'newTransaction' } : { kind: 'files' };
  if (path === '/templates') return viewer.userId ? { kind: 'newTemplate' } : { kind: 'files' };
  if (path === '/upload' && viewer.userId && isWizard(search)) return new URLSearchParams(search).has('from') ? { kind: 'files' } : { kind: 'newTransaction' };
  if (takesFilesItself(path, search)) return null;
  if (path === '/files' || path === '/upload' || path === '/file' || path.startsWith('/file/')) return { kind: 'files' };
  const [, localKind, localId] = localPath.exec(path) ?? [];
  if (localKind && localId) return viewer.userId ? null : { kind: localKind === 'template' ? 'template' : 'transaction', id: localId };
  const templateId = templatePath.exec(path)?.[1];
  if (templateId) return viewer.userId && viewer.templateOf(templateId)?.ownerId === viewer.userId ? { kind: 'template', id: templateId } : null;
  const id = transactionPath.exec(path)?.[1];
  const transaction = id ? viewer.transactionOf(id) : undefined;
  return transaction && isEditable(transaction.status) && transaction.ownerId === viewer.userId ? { kind: 'transaction', id: transaction.id } : null;
};

/** Whether the guided flow is active (`wizard=true`): from the upload page to a new transaction, step by step. */
const isWizard = (search: string): boolean => new URLSearchParams(search).get('wizard') === 'true';

/** Returns the path to open after an upload (document 1 §2): the files, the list when on /upload, null inside a transaction. */
export const pathAfter = (path: string, target: UploadTarget, added: { fileIds: string[]; unitId: string | null }, search = ''): string | null => {
  const guided = isWizard(search) ? '?wizard=true' : '';
  if (added.fileIds.length === 0) return null;
  if (target.kind === 'newTransaction') return added.unitId ? `/transaction/${added.unitId}/create${target.alone ? '?alone=true' : guided}` : null;
  if (target.kind === 'newTemplate') return added.unitId ? `/template/${added.unitId}/create${guided}` : null;
  if (target.kind === 'transaction') return path.endsWith('/upload') ? `/transaction/${target.id}/create${guided}` : null;
  if (target.kind === 'template') return /\/(?:upload|photo_capturing)$/.test(path) ? `/template/${target.id}/create${guided}` : null;
  // A guided flow that began at a transaction returns to it.
  const from = new URLSearchParams(search).get('from');
  if (guided && from && /^[0-9a-f]{24}$/.test(from)) return `/transaction/${from}`;
  return path === '/upload' ? '/files' : `/file/${added.fileIds.join(',')}?selectedDocument=1`;
};
