import type { Db, Tx } from '#server/platform/database/database.ts';
import type { User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { organizationOfCall, unrestricted } from './organization-access.ts';

interface Origin extends Pick<Caller, 'ip' | 'userAgent'> {
  orgId: string | null;
}

/** The person as the caller of something that is done for them while they are away. Throws unless they belong to the organization. */
export const callerFor = async (db: Db | Tx, user: User, { orgId, ip, userAgent }: Origin): Promise<Caller> => ({
  userId: user.id, profileType: user.type, email: user.email, emailVerified: user.email_verified, phone: user.phone, phoneVerified: user.phone_verified,
  firstName: user.first_name, lastName: user.last_name, locale: user.locale ?? 'en', ip, userAgent,
  organization: orgId === null ? null : await organizationOfCall(db, { userId: user.id, ...unrestricted }, orgId),
  ...unrestricted,
});
