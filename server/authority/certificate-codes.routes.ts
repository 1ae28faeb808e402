/**
 * One-time code for ordering a certificate. A server-side certificate would sign for anyone who holds the session,
 * so the person confirms their identity at the address or phone number that the certificate names.
 */
import { calls } from '#contract/calls/calls.ts';
import { links } from '#contract/limits/links.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import { subjectOf } from '#server/adapters/authority/subject.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { sendText } from '#server/outbox/send-text.ts';
import type { App } from '#server/http/app.types.ts';
import type { Config } from '#server/platform/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { type Actor, actorOf } from '#server/identity/authenticate.ts';
import { cancelCodes, openCodes, useCode } from '#server/identity/codes.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import { provenAddress, purposeOf } from './certificate-proof.ts';
import { originOfKnown } from '#server/identity/sign-in-attempts.ts';

export async function registerCertificateCodes(app: App, { db, config, vault }: Pick<Platform, 'db' | 'config'> & { vault: KeyVault }): Promise<void> {
  const codes = await openCodes(db, vault);
  const firstAttempt = awaitFirstAttempt(db, config);
  const [send, submit, cancel] = [calls['certificates.sendCode'], calls['certificates.submitCode'], calls['certificates.cancelCode']];
  const limit = { rateLimit: { max: 60, timeWindow: '1 minute' } };

  app.post(send.path, { onRequest: app.authenticate, config: limit, schema: { response: { 200: send.response } } }, async (request) => {
    const actor = actorOf(request);
    const address = provenAddress(subjectOf(actor), actor);
    const noticeId = await db.transaction().execute((tx) => codes.issue(tx, { purpose: purposeOf(actor.userId), address, origin: originOfKnown(`account/${actor.userId}`) }, (code) => sendCode(tx, config, actor, { address, code })));
    const answer = answerOf(await firstAttempt(noticeId), address === actor.email ? 'unable_to_send_email' : 'unable_to_send_sms');
    return { sentTo: address, expiresIn: links.oneTimeCodeLife / 1000, ...answer };
  });

  app.post(submit.path, { preValidation: refuseUnknownFields(submit), onRequest: app.authenticate, config: limit, schema: { body: submit.body, response: { 200: submit.response } } }, async (request) => {
    const matched = await codes.match(purposeOf(actorOf(request).userId), request.body.code);
    await db.transaction().execute((tx) => useCode(tx, matched));
    return { provenUntil: new Date(Date.now() + links.oneTimeCodeLife).toISOString() };
  });

  app.post(cancel.path, { onRequest: app.authenticate, config: limit, schema: { response: { 200: cancel.response } } }, async (request) => {
    await cancelCodes(db, purposeOf(actorOf(request).userId));
    return {};
  });
}

function sendCode(tx: Tx, { locales }: Pick<Config, 'locales'>, { email, locale }: Actor, { address, code }: { address: string; code: string }): Promise<string | null> {
  return address === email
    ? sendMail(tx, { template: 'certificate_code', to: { email: address }, locale, locales, data: { code } })
    : sendText(tx, { template: 'certificate_code', to: address, locale, locales, data: { code } });
}
