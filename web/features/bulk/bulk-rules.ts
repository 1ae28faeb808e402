import type { Bulk } from '#contract/entities/bulk.ts';
import { bulkRecipientStatuses } from '#contract/entities/bulk.ts';
import { hasWayToSign, type RecipientInput } from '#contract/entities/recipient.ts';
import { matchesSearch } from '#web/entities/matches-search.ts';
import type { Meaning } from '#web/ui/StatusText.tsx';

export type BulkRecipientView = Bulk['recipients'][number];
type BulkRecipientStatus = BulkRecipientView['status'];
export const bulkFilters = ['all', ...bulkRecipientStatuses] as const;
export type BulkFilter = (typeof bulkFilters)[number];

export const meaningOf: Readonly<Record<BulkRecipientStatus, Meaning>> = {
  waiting: 'secondary', sent: 'attention', completed: 'success', failed: 'negative', canceled: 'negative',
};

/** Counts people by filter. */
export function countStatuses(recipients: readonly Pick<BulkRecipientView, 'status'>[]): Record<BulkFilter, number> {
  const found: Record<BulkFilter, number> = { all: recipients.length, waiting: 0, sent: 0, completed: 0, failed: 0, canceled: 0 };
  for (const { status } of recipients) found[status] += 1;
  return found;
}

/** Filters people by status and by a search in names and addresses. */
export function foundRecipients(recipients: readonly BulkRecipientView[], filter: BulkFilter, search: string): BulkRecipientView[] {
  return recipients.filter(
    ({ status, email, firstName, lastName }) => (filter === 'all' || status === filter) && matchesSearch([[email, firstName, lastName].filter(Boolean).join(' ')], search),
  );
}

/** Whether anything remains to be sent or signed. */
export const canCancel = ({ status, job }: Pick<Bulk, 'status' | 'job'>): boolean => status === 'pending' && job?.status !== 'canceled';

/** Whether a source has exactly one open recipient, to be replaced by each person: no recipients yet, or one without contact data. */
export const hasUnassignedRecipient = (recipients: readonly RecipientInput[]): boolean =>
  recipients.length === 0 || recipients.filter((each) => !hasWayToSign(each)).length === 1;
