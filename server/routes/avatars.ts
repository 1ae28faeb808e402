/** Adds pictures to responses: avatars, but only of people who have signed or acted themselves, since an entered address must not reveal whose it is; and the sender's brand. */
import type { Insight } from '#contract/entities/insight.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findPictures } from '#server/repositories/users.repository.ts';
import { brandShownIn } from '#server/services/organizations/branding.ts';
import { avatarUrl, type UploadsService } from '#server/services/storage/uploads.service.ts';

export type Avatars = ReturnType<typeof createAvatars>;

export function createAvatars({ reads, uploads }: Pick<Database, 'reads'> & { uploads: Pick<UploadsService, 'download'> }) {
  /** Returns a lookup of avatar URLs by account id. Makes no query if there are no ids. */
  async function of(userIds: readonly (string | null)[]): Promise<(userId: string | null) => string | null> {
    const ids = [...new Set(userIds.flatMap((id) => id ?? []))];
    const refs = ids.length === 0 ? new Map<string, string>() : await findPictures(reads, ids);
    return (userId) => avatarUrl(uploads, refs.get(userId ?? '') ?? null);
  }

  async function inTransactions(transactions: readonly Transaction[]): Promise<Transaction[]> {
    const pictureOf = await of(transactions.flatMap(({ recipients }) => recipients.map(shownIn)));
    return transactions.map((each) => ({ ...each, recipients: each.recipients.map((recipient) => ({ ...recipient, avatar: pictureOf(shownIn(recipient)) })) }));
  }

  async function inTransaction(transaction: Transaction): Promise<Transaction> {
    const [[pictured = transaction], brand] = await Promise.all([inTransactions([transaction]), brandShownIn(reads, uploads, transaction.orgId)]);
    return { ...pictured, brand };
  }

  async function inHistory({ insights }: { insights: Insight[] }): Promise<{ insights: Insight[] }> {
    const pictureOf = await of(insights.map(({ actor }) => actor.id));
    return { insights: insights.map((line) => ({ ...line, actor: { ...line.actor, avatar: pictureOf(line.actor.id) } })) };
  }

  return { inTransaction, inTransactions, inHistory };
}

const shownIn = ({ completed, userId }: Recipient): string | null => (completed ? userId : null);
