/** "That wasn't me": for whoever has the ticket of a mail about a change to their account, signed in or not. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { accountChange } from '#contract/entities/account-change.ts';
import { callTimeouts } from '#contract/limits.ts';

const ticket = z.object({ ticket: z.string().min(1).max(200) });
const shared = { host: 'account', method: 'POST', auth: 'none', permission: 'anyone', body: ticket, timeout: callTimeouts.short, ours: true } as const;

export const accountChangesCalls = {
  /** What the mail is about; changes nothing. */
  'accountChanges.read': defineCall({
    ...shared, id: 'accountChanges.read', path: '/auth/account_changes/read', response: accountChange, errors: ['invalid_link'],
  }),
  /**
   * Takes back this change and every later one of its kind or of the others, and ends all sessions; once. `unable_to_set_email`: the
   * address belongs to another account by now, and nothing was changed.
   */
  'accountChanges.undo': defineCall({
    ...shared, id: 'accountChanges.undo', path: '/auth/account_changes/undo', response: z.object({ address: z.string() }),
    errors: ['invalid_link', 'unable_to_set_email'],
  }),
} as const;
