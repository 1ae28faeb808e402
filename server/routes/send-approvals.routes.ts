import type { sendApprovalsCalls } from '#contract/calls/send-approvals.calls.ts';
import type { SendApprovalsService } from '#server/services/transactions/send-approvals.service.ts';
import type { SendingService } from '#server/services/transactions/sending.service.ts';
import type { Avatars } from './avatars.ts';
import type { Handlers } from './handler.ts';

export interface SendApprovalsServices {
  sending: SendingService;
  sendApprovals: SendApprovalsService;
  avatars: Avatars;
}

export const sendApprovalsRoutes = ({ sending, sendApprovals, avatars }: SendApprovalsServices): Handlers<keyof typeof sendApprovalsCalls> => ({
  'sendApprovals.list': async ({ caller, query }) => {
    const { transactions, lastKey } = await sendApprovals.list(caller, query ?? {});
    return { transactions: await avatars.inTransactions(transactions), lastKey };
  },
  'sendApprovals.count': ({ caller }) => sendApprovals.count(caller),
  'sendApprovals.document': ({ caller, params }) => sendApprovals.document(caller, params.id, params.fileId),
  'sendApprovals.approve': async ({ caller, params, body }) => avatars.inTransaction(await sending.approve(caller, params.id, body.version)),
  'sendApprovals.return': async ({ caller, params, body }) => avatars.inTransaction(await sendApprovals.giveBack(caller, params.id, body)),
  'sendApprovals.withdraw': async ({ caller, params }) => avatars.inTransaction(await sendApprovals.withdraw(caller, params.id)),
});
