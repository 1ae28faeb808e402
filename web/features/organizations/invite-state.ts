import { toAppError } from '#web/services/app-error.ts';

/** State of the invitation page (document 1 §2). */
export type InviteState =
  | { step: 'opening' | 'choice' | 'declined' | 'expired' | 'otherAccount' | 'failed' }
  | { step: 'loading'; action: 'accept' | 'decline' }
  | { step: 'accepted'; orgId: string };

const OTHER_ACCOUNT = 'ticket_not_equal_to_current_user';

/** Maps an error of loading or answering an invitation to a state (document 3 §8.6). */
export function stateOfFailure(failure: unknown): InviteState {
  const { code, message } = toAppError(failure);
  if (code === OTHER_ACCOUNT || (code === 'conflict' && message === OTHER_ACCOUNT)) return { step: 'otherAccount' };
  return code === 'not_found' ? { step: 'expired' } : { step: 'failed' };
}
