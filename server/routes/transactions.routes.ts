import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { AuditsService } from '#server/services/audit/audits.service.ts';
import type { LifecycleService } from '#server/services/transactions/lifecycle.service.ts';
import type { PresenceService } from '#server/services/signing/presence.service.ts';
import type { SigningService } from '#server/services/signing/signing.service.ts';
import type { StartingService } from '#server/services/transactions/sending.service.ts';
import type { TransactionsService } from '#server/services/transactions/transactions.service.ts';
import type { Handlers } from './handler.ts';
import type { Pictures } from './pictures.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

export interface TransactionsServices {
  transactions: TransactionsService;
  starting: StartingService;
  signing: SigningService;
  lifecycle: LifecycleService;
  audits: AuditsService;
  presence: PresenceService;
  pictures: Pictures;
  sharedTransactions: SharingServices;
}

export const transactionsRoutes = ({ transactions, starting, signing, lifecycle, audits, presence, pictures, sharedTransactions }: TransactionsServices): Handlers<keyof typeof transactionsCalls> => ({
  ...sharingRoutes('transactions', sharedTransactions),
  'transactions.create': ({ caller, body }) => transactions.create(caller, body).then(pictures.inTransaction),
  'transactions.list': ({ caller, query }) => transactions.list(caller, query.exclusiveFrom, query.bulkId).then(async ({ transactions: page, ...rest }) => ({ transactions: await pictures.inTransactions(page), ...rest })),
  'transactions.get': ({ caller, params }) => transactions.get(caller, params.id).then(pictures.inTransaction),
  'transactions.update': ({ caller, params, body }) => transactions.update(caller, params.id, body).then(pictures.inTransaction),
  'transactions.delete': ({ caller, params }) => transactions.remove(caller, params.id),
  'transactions.updateUrl': ({ caller, params, body }) => signing.updateUrl(caller, params.id, body),
  'transactions.start': ({ caller, params, body }) => starting.start(caller, params.id, body).then(pictures.inTransaction),
  'transactions.sign': ({ caller, params, body }) => signing.sign(caller, params.id, body).then(pictures.inTransaction),
  'transactions.sendPresenceCode': ({ caller, params, body }) => presence.sendCode(caller, params.id, body.byUser),
  'transactions.provePresence': ({ caller, params, body }) => presence.prove(caller, params.id, body).then(pictures.inTransaction),
  'transactions.decline': ({ caller, params, body }) => lifecycle.decline(caller, params.id, body).then(pictures.inTransaction),
  'transactions.cancel': ({ caller, params }) => lifecycle.cancel(caller, params.id).then(pictures.inTransaction),
  'transactions.remind': ({ caller, params, body }) => lifecycle.remind(caller, params.id, body),
  'transactions.reassign': ({ caller, params, body }) => lifecycle.reassign(caller, params.id, body).then(pictures.inTransaction),
  'transactions.generateAudit': ({ caller, params }) => audits.generate(caller, params.id).then(pictures.inTransaction),
  'transactions.insights': ({ caller, params }) => transactions.insights(caller, params.id).then(pictures.inHistory),
});
