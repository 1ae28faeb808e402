import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { ResourceMenu } from './ResourceMenu.tsx';

/** The other parts of a transaction, as far as this person may see them. */
export function TransactionMenu({ transaction, profile }: { transaction: Transaction; profile: Profile }) {
  return (
    <ResourceMenu
      resource={{ kind: 'transaction', id: transaction.id }}
      maySeeSharing={may(transaction, profile, 'readSharing')}
      maySeeInsights={may(transaction, profile, 'readInsights')}
    />
  );
}
