import { mayInOrganization, type OrganizationView } from '#contract/permissions/organization.permissions.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import type { OrgRestrictions } from '#server/identity/second-factor-enforcement.ts';
import type { IdentityClaims } from '#server/platform/identity-claims.ts';
import type { Space } from '#server/repositories/space.ts';

/** The authenticated caller of a request. SignedUrls may be unverified; see `viewerOf`. */
export interface Caller extends IdentityClaims, OrgRestrictions {
  userId: string;
  profileType: 'guest' | 'user';
  locale: string;
  ip: string;
  userAgent: string;
  /** `latitude,longitude`, if the call sent it. */
  latlng?: string | null;
  /** Whether the server signs with a key that it holds for the caller. */
  keyOfServer?: boolean;
  /** The application that acts for the caller; null or absent if the person calls. */
  applicationId?: string | null;
  /** The key under which the caller's access token is stored, if the call had one. */
  bearer?: string | null;
  /** The sign-in session of the caller's access token, if it has one. */
  sessionUid?: string | null;
  /** Set if the caller authenticated with the ticket of this identity check; the ticket is valid for nothing else. */
  identityCheckId?: string;
  /** The organization in which the caller works as a member; null in the personal space. */
  organization: (OrganizationView & { id: string }) | null;
}

/** Only a verified address matches a recipient. */
export const viewerOf = (caller: Caller): Viewer => ({
  id: caller.userId,
  email: caller.emailVerified ? caller.email : null,
  phone: caller.phoneVerified ? caller.phone : null,
});

/** The scope of list queries: the personal space, or an organization. Administrators see all resources of an organization. */
export const spaceOf = (caller: Caller): Space => ({
  userId: caller.userId,
  organization: caller.organization && {
    id: caller.organization.id,
    everything: mayInOrganization(caller.organization, caller.userId, 'ownResources'),
  },
  closedOrgIds: caller.closedOrgIds,
});
