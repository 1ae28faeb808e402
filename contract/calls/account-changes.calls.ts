/** "That wasn't me": calls for anyone with the ticket of a mail about an account change, signed in or not. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { accountChange } from '#contract/entities/account-change.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const ticket = z.object({ ticket: z.string().min(1).max(200) });
const shared = { host: 'account', method: 'POST', auth: 'none', permission: 'anyone', body: ticket, timeout: callTimeouts.short, ours: true } as const;

export const accountChangesCalls = {
  /** Returns the change the mail is about. Changes nothing. */
  'accountChanges.read': defineCall({
    ...shared, id: 'accountChanges.read', path: '/auth/account_changes/read', response: accountChange, errors: ['invalid_link'],
  }),
  /**
   * Reverts this change and every later account change, once, and ends all sessions. `unable_to_set_email`: the address belongs
   * to another account by now; nothing was changed.
   */
  'accountChanges.undo': defineCall({
    ...shared, id: 'accountChanges.undo', path: '/auth/account_changes/undo', response: z.object({ address: z.string() }),
    errors: ['invalid_link', 'unable_to_set_email'],
  }),
} as const;
