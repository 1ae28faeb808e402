import type { OutputOf } from '#contract/calls/calls.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { AuditsService } from '#server/services/audit/audits.service.ts';
import type { DuplicationService } from '#server/services/transactions/duplication.service.ts';
import type { LifecycleService } from '#server/services/transactions/lifecycle.service.ts';
import type { AccessService } from '#server/services/signing/access.service.ts';
import type { ParticipationService } from '#server/services/signing/participation.service.ts';
import type { PresenceService } from '#server/services/signing/presence.service.ts';
import type { SigningService } from '#server/services/signing/signing.service.ts';
import type { ScheduleService } from '#server/services/transactions/schedule.service.ts';
import type { SigningLinks } from '#server/services/transactions/signing-links.ts';
import type { SendingService } from '#server/services/transactions/sending.service.ts';
import type { TransactionsService } from '#server/services/transactions/transactions.service.ts';
import type { Handler, Handlers } from './handler.ts';
import type { Avatars } from './avatars.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

export interface TransactionsServices {
  transactions: TransactionsService;
  sending: SendingService;
  signing: SigningService;
  lifecycle: LifecycleService;
  duplication: DuplicationService;
  participation: ParticipationService;
  schedule: ScheduleService;
  signingLink: SigningLinks;
  access: AccessService;
  audits: AuditsService;
  presence: PresenceService;
  avatars: Avatars;
  sharedTransactions: SharingServices;
}

/** The calls that answer with one transaction. */
type TransactionCall = { [Id in keyof typeof transactionsCalls]: OutputOf<Id> extends Transaction ? Id : never }[keyof typeof transactionsCalls];

export const transactionsRoutes = (services: TransactionsServices): Handlers<keyof typeof transactionsCalls> => ({
  ...sharingRoutes('transactions', services.sharedTransactions),
  ...withAvatars(services.avatars, transactionHandlers(services)),
  ...otherHandlers(services),
});

const transactionHandlers = ({ transactions, sending, signing, lifecycle, duplication, participation, schedule, access, audits, presence }: TransactionsServices): Handlers<TransactionCall> => ({
  'transactions.create': ({ caller, body }) => transactions.create(caller, body),
  'transactions.get': ({ caller, params, query }) => transactions.get(caller, params.id, { inBackground: query?.background === 'true' }),
  'transactions.update': ({ caller, params, body }) => transactions.update(caller, params.id, body),
  'transactions.start': ({ caller, params, body }) => sending.start(caller, params.id, body),
  'transactions.sign': ({ caller, params, body }) => signing.sign(caller, params.id, body),
  'transactions.provePresence': ({ caller, params, body }) => presence.prove(caller, params.id, body),
  'transactions.view': ({ caller, params, body }) => participation.view(caller, params.id, body.fileId),
  'transactions.approve': ({ caller, params, body }) => participation.approve(caller, params.id, body.documents),
  'transactions.decline': ({ caller, params, body }) => lifecycle.decline(caller, params.id, body),
  'transactions.cancel': ({ caller, params }) => lifecycle.cancel(caller, params.id),
  'transactions.duplicate': ({ caller, params, body }) => duplication.duplicate(caller, params.id, body),
  'transactions.correct': ({ caller, params, body }) => duplication.correct(caller, params.id, body),
  'transactions.setAccessCode': ({ caller, params, body }) => access.change(caller, params.id, body),
  'transactions.reschedule': ({ caller, params, body }) => schedule.reschedule(caller, params.id, body),
  'transactions.reassign': ({ caller, params, body }) => lifecycle.reassign(caller, params.id, body),
  'transactions.generateAudit': ({ caller, params }) => audits.generate(caller, params.id),
});

/** Adds avatars to the transaction that each handler returns. */
function withAvatars(avatars: Avatars, handlers: Handlers<TransactionCall>): Handlers<TransactionCall> {
  const present = (handle: Handler<TransactionCall>): Handler<TransactionCall> => async (input) => avatars.inTransaction(await handle(input));
  return Object.fromEntries(Object.entries(handlers).map(([id, handle]) => [id, present(handle as Handler<TransactionCall>)])) as unknown as Handlers<TransactionCall>;
}

type OtherCall = Exclude<keyof typeof transactionsCalls, TransactionCall | keyof ReturnType<typeof sharingRoutes<'transactions'>>>;

const otherHandlers = ({ transactions, signing, signingLink, access, lifecycle, presence, avatars }: TransactionsServices): Handlers<OtherCall> => ({
  'transactions.list': async ({ caller, query }) => {
    const { transactions: page, ...rest } = await transactions.list(caller, query);
    return { transactions: await avatars.inTransactions(page), ...rest };
  },
  'transactions.delete': ({ caller, params }) => transactions.remove(caller, params.id),
  'transactions.updateUrl': ({ caller, params, body }) => signing.updateUrl(caller, params.id, body),
  'transactions.sendPresenceCode': ({ caller, params, body }) => presence.sendCode(caller, params.id, body.byUser),
  'transactions.remind': ({ caller, params, body }) => lifecycle.remind(caller, params.id, body),
  'transactions.signingLink': ({ caller, params, body }) => signingLink(caller, params.id, body.recipientId),
  'transactions.access': ({ caller, params }) => access.describe(caller, params.id),
  'transactions.sendAccessCode': ({ caller, params }) => access.send(caller, params.id),
  'transactions.enterAccessCode': ({ caller, params, body }) => access.enter(caller, params.id, body.code),
  'transactions.insights': ({ caller, params }) => transactions.insights(caller, params.id).then(avatars.inHistory),
});
