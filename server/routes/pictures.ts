/** Pictures of people are kept under what names their bodies; who asks is given their addresses. */
import type { Insight } from '#contract/entities/insight.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { avatarUrl, type UploadsService } from '#server/services/uploads.service.ts';

export type Pictures = ReturnType<typeof createPictures>;

export function createPictures(uploads: Pick<UploadsService, 'download'>) {
  const addressed = <Person extends { avatar: string | null }>(person: Person): Person => ({ ...person, avatar: avatarUrl(uploads, person.avatar) });
  return {
    ofRecipients: (transaction: Transaction): Transaction => ({ ...transaction, recipients: transaction.recipients.map(addressed) }),
    ofActors: ({ insights }: { insights: Insight[] }): { insights: Insight[] } => ({ insights: insights.map((line) => ({ ...line, actor: addressed(line.actor) })) }),
  };
}
