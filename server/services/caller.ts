import { mayInOrganization, type OrganizationView } from '#contract/permissions/organization.permissions.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import type { VouchedPerson } from '#server/app/vouched-person.ts';
import type { Space } from '#server/repositories/space.ts';

/** Who asks for something, as the identity provider vouches for them. */
export interface Caller extends VouchedPerson {
  userId: string;
  profileType: 'guest' | 'user';
  locale: string;
  ip: string;
  userAgent: string;
  /** `latitude,longitude`, where a call told it. */
  latlng?: string | null;
  /** Where they have the server sign what they prepared. */
  keyOfServer?: boolean;
  /** The application that calls for them; null or absent where it is the person. */
  applicationId?: string | null;
  /** What their access token is kept under, where they came with one. */
  bearer?: string | null;
  /** Organizations of theirs that require a second factor, which they have not shown: services/organization-access.ts says what that means. */
  shutOut: readonly string[];
  /** Comes with the ticket of this check of identity, and for nothing else. */
  identityCheckId?: string;
  /** The organization the caller is working in, as a member of it; null in their personal space. */
  organization: (OrganizationView & { id: string }) | null;
}

/** Only a proven address says that somebody is a recipient. */
export const viewerOf = (caller: Caller): Viewer => ({
  id: caller.userId,
  email: caller.emailVerified ? caller.email : null,
  phone: caller.phoneVerified ? caller.phone : null,
});

/** Where lists look: the personal space, or an organization, in which its administrators see everything. */
export const spaceOf = (caller: Caller): Space => ({
  userId: caller.userId,
  organization: caller.organization && {
    id: caller.organization.id,
    everything: mayInOrganization(caller.organization, caller.userId, 'ownResources'),
  },
  shutOut: caller.shutOut,
});
