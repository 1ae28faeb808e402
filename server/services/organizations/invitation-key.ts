/** The key under which the outbox stores invitations to an organization. */
interface InvitationKeyParts {
  orgId: string;
  userId: string;
}

const prefix = 'invite';

export const invitationKey = ({ orgId, userId }: InvitationKeyParts): string => [prefix, orgId, userId].join(':');

/** Returns null if the message is not an invitation. */
export function parseInvitationKey(about: string): InvitationKeyParts | null {
  const [first, orgId, userId] = about.split(':');
  return first === prefix && orgId && userId ? { orgId, userId } : null;
}
