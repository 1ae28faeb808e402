import type { Viewer } from '#contract/permissions/transaction.permissions.ts';

/** Who asks for something, as the identity provider vouches for them. */
export interface Caller {
  userId: string;
  profileType: 'guest' | 'user';
  email: string | null;
  emailVerified: boolean;
  phone: string | null;
  phoneVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  locale: string;
  ip: string;
  userAgent: string;
}

/** Only a proven address says that somebody is a recipient. */
export const viewerOf = (caller: Caller): Viewer => ({
  id: caller.userId,
  email: caller.emailVerified ? caller.email : null,
  phone: caller.phoneVerified ? caller.phone : null,
});
