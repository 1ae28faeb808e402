/** The key under which the outbox stores messages about a shared resource. */
import { resourceKinds, type ResourceKind } from '#contract/entities/sharing.ts';

interface ShareKeyParts {
  kind: ResourceKind;
  resourceId: string;
  userId: string;
}

const prefix = 'share';

export const shareKey = ({ kind, resourceId, userId }: ShareKeyParts): string => [prefix, kind, resourceId, userId].join(':');

/** Returns null if the message is about something else. */
export function parseShareKey(about: string): ShareKeyParts | null {
  const [first, name, resourceId, userId] = about.split(':');
  const kind = resourceKinds.find((each) => each === name);
  return first === prefix && kind && resourceId && userId ? { kind, resourceId, userId } : null;
}
