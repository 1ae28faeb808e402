/** Under which name the outbox keeps the messages that ask somebody into an organization. */
interface Invited {
  orgId: string;
  userId: string;
}

const prefix = 'invite';

export const aboutInvited = ({ orgId, userId }: Invited): string => [prefix, orgId, userId].join(':');

/** Null: a message about something else. */
export function invitedOf(about: string): Invited | null {
  const [first, orgId, userId] = about.split(':');
  return first === prefix && orgId && userId ? { orgId, userId } : null;
}
