import { isEditable } from '#contract/entities/transaction.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import { PublicAccess } from '#web/features/sharing/PublicAccess.tsx';

/** Public access of the loaded file or request. A template is published in the library instead. */
export function PublicAccessOf({ resource }: { resource: Resource }) {
  const { kind, id } = resource;
  const file = useAppSelector((state) => (kind === 'file' ? selectFile(state, id) : undefined));
  const transaction = useAppSelector((state) => (kind === 'transaction' ? selectTransaction(state, id) : undefined));
  if (file) return <PublicAccess resource={{ kind: 'file', id }} isPublic={file.public} isDraft={false} />;
  return transaction ? <PublicAccess resource={{ kind: 'transaction', id }} isPublic={transaction.public} isDraft={isEditable(transaction.status)} /> : null;
}
