import type { encryptedTransactionsCalls } from '#contract/calls/encrypted-transactions.calls.ts';
import type { EncryptedSigningService } from '#server/services/signing/encrypted-signing.service.ts';
import type { Avatars } from './avatars.ts';
import type { Handlers } from './handler.ts';

export interface EncryptedTransactionsServices {
  encryptedSigning: EncryptedSigningService;
  avatars: Avatars;
}

export const encryptedTransactionsRoutes = ({ encryptedSigning, avatars }: EncryptedTransactionsServices): Handlers<keyof typeof encryptedTransactionsCalls> => ({
  'encryptedTransactions.uploadUrl': ({ caller, params, body }) => encryptedSigning.uploadUrl(caller, params.id, body),
  'encryptedTransactions.send': async ({ caller, params, body }) => avatars.inTransaction(await encryptedSigning.send(caller, params.id, body)),
  'encryptedTransactions.sign': async ({ caller, params, body }) => avatars.inTransaction(await encryptedSigning.sign(caller, params.id, body)),
  'encryptedTransactions.versions': ({ caller, params }) => encryptedSigning.versions(caller, params.id),
  'encryptedTransactions.downloadUrl': ({ caller, params, query }) => encryptedSigning.downloadUrl(caller, params.id, query),
});
