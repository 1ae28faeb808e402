import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { calls } from '#contract/calls/calls.ts';
import { errorTexts } from '#contract/errors.ts';
import { routerPath } from '#contract/routes.ts';
import { startPath } from '#contract/upstream-paths.ts';
import { isMailDelayed } from '#server/outbox/mail-delay.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { Platform } from '#server/platform/platform.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import { pageLocale } from '#server/http/page.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { registerAuthLog } from './auth-log.ts';
import { endMessagesAtSignOut } from './end-messages.ts';
import { registerAuthentication } from './authenticate.ts';
import { federationOf } from './federation.ts';
import { otherAccountPage, signOutScript, signOutScriptPath, silentRenewPage, silentRenewPolicy } from './identity-pages.ts';
import { finishSignIn, interactionOf, localeOf, perMinute, signInUnderWay } from './interactions.ts';
import { consumePass, emailOfMagicCode, holderOfPass } from './magic-code.ts';
import { createProvider, magicCodePath } from './oidc-provider.ts';
import { openCaptcha, type AssertCaptcha } from './captcha.ts';
import { openCodes } from './codes.ts';
import { awaitFirstAttempt, type FirstAttempt } from '#server/outbox/first-attempt.ts';
import { originOf } from './known-devices.ts';
import { assertOffered } from './offered-methods.ts';
import { oneTimeCodes, type OneTimeCodes } from './one-time-code.ts';
import { registerPasskeySignIn } from './passkey.routes.ts';
import { registerPasswords } from './password.routes.ts';
import { isPending, secondStep } from './pending-sign-ins.ts';
import { openProofOfWork, type ProofOfWork } from './proof-of-work.ts';
import { registerSecondFactor } from './second-factor.routes.ts';
import { registerUpstream } from './upstream.routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    identityProvider: Provider;
    /** Passes a request with an unread body to the OpenID provider, which sends the response. */
    handToProvider(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** Registers sign-in: the OpenID provider, the authentication methods, and the hook that authenticates API calls. */
export async function registerIdentity(app: App, platform: Platform & { vault: KeyVault }): Promise<void> {
  const { config, db, vault, log } = platform;
  const provider = await createProvider(db, vault, config);
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'the OpenID provider failed'));
  app.decorate('identityProvider', provider);
  app.decorate('handToProvider', handTo(provider, config.issuer));
  registerAuthentication(app, platform);
  registerAuthLog(app, provider, platform);
  endMessagesAtSignOut(provider, platform);
  await app.register(async (scope) => mountProvider(scope));
  registerPages(app);
  const codes = oneTimeCodes(db, await openCodes(db, vault), config.connections);
  const firstAttempt = awaitFirstAttempt(db, config);
  const work = await openProofOfWork(vault, config);
  registerOneTimeCodes(app, provider, codes, { db, config, firstAttempt, work, assertCaptcha: openCaptcha(platform) });
  registerPasswords(app, provider, codes, { ...platform, work });
  registerPasskeySignIn(app, provider, platform);
  registerUpstream(app, provider, platform);
  await registerSecondFactor(app, provider, platform);
  registerMagicCodes(app, provider, platform);
}

/** Passes the raw request on: the provider reads bodies and writes responses itself. */
function handTo(provider: Provider, issuer: string): App['handToProvider'] {
  const { protocol, host } = new URL(issuer);
  const callback = provider.callback();
  return async (request, reply) => {
    reply.hijack();
    Object.assign(request.raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host, 'x-forwarded-for': request.ip });
    await callback(request.raw, reply.raw);
  };
}

function mountProvider(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Limited by address, since each authorization request is stored for an hour.
  scope.all('/oauth/*', { onRequest: limitedByAddress(scope) }, (request, reply) => scope.handToProvider(request, reply));
  scope.all('/.well-known/openid-configuration', (request, reply) => scope.handToProvider(request, reply));
}

function registerPages(app: App): void {
  const script = (text: string) => async (_request: FastifyRequest, reply: FastifyReply) => reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text);
  app.get(signOutScriptPath, script(signOutScript));
  app.get('/silent_renew', async (_request, reply) => reply.type('text/html; charset=utf-8').header('content-security-policy', silentRenewPolicy).send(silentRenewPage));
}

interface CodeParts extends Pick<Platform, 'db' | 'config'> {
  firstAttempt: FirstAttempt;
  work: ProofOfWork;
  assertCaptcha: AssertCaptcha;
}

function registerOneTimeCodes(app: App, provider: Provider, codes: OneTimeCodes, { db, config, firstAttempt, work, assertCaptcha }: CodeParts): void {
  const interactions = calls['interactions.get'];
  app.get(routerPath(interactions.path), { onRequest: limitedByAddress(app), schema: { response: { 200: interactions.response } } }, async (request, reply) => {
    const { uid, prompt, params } = await interactionOf(provider, request, reply);
    // A sign-in by magic link has a page only for the second factor.
    if (params.magic_code !== undefined && !(await isPending(db, uid))) throw new AppError('invalid_session');
    if ((request.params as { uid: string }).uid !== uid) throw new AppError('invalid_session');
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { uid, prompt: prompt.name, clientId: String(params.client_id), initialFlow: text(params.initial_flow), loginHint: text(params.login_hint), locale: text(params.ui_locales) };
  });

  const init = calls['otp.init'];
  app.post(init.path, { ...perMinute, preValidation: refuseUnknownFields(init), schema: { body: init.body, response: { 200: init.response } } }, async (request, reply) => {
    // A code is also the way to a new password.
    assertOffered(config, 'code', 'password');
    const interaction = await signInUnderWay(provider, request, reply);
    // Sends a mail to every address, known or not, so that neither the response nor its time reveals an account.
    const { email, phone, captcha: token } = request.body;
    if (phone !== undefined && !config.phoneSignIn) throw new AppError('feature_not_supported');
    const address = email ?? phone ?? '';
    const origin = { ...(await originOf({ db, config }, request, address)), prove: work.proveBy(request.body.work) };
    await assertCaptcha({ interaction: interaction.uid, address, origin, token, caller: request.ip });
    const wanted = { interaction: interaction.uid, locale: localeOf(request, interaction), origin };
    if (email === undefined) {
      await codes.issueByText({ ...wanted, phone: address });
      return { expiresIn: 600, late: false };
    }
    await firstAttempt(await codes.issue({ ...wanted, email }));
    return { expiresIn: 600, late: await isMailDelayed(db) };
  });

  const submit = calls['otp.submit'];
  app.post(submit.path, { ...perMinute, preValidation: refuseUnknownFields(submit), schema: { body: submit.body, response: { 200: submit.response } } }, async (request, reply) => {
    assertOffered(config, 'code');
    const interaction = await signInUnderWay(provider, request, reply);
    const { user, how } = await codes.redeem({ interaction: interaction.uid, code: request.body.code, locale: localeOf(request, interaction) });
    return finishSignIn({ provider, db, config }, request, reply, { interaction: interaction.uid, userId: user.id, how });
  });
}

/**
 * Redeems the pass that the button of a link's page issued; the code in the link itself doesn't sign anybody in. If
 * another person is signed in, it asks first, unless they have agreed on our own page.
 */
function registerMagicCodes(app: App, provider: Provider, { db, config }: Platform): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    requireNavigation(request);
    const { uid, params, session } = await interactionOf(provider, request, reply);
    if ((request.params as { uid: string }).uid !== uid || typeof params.magic_code !== 'string') throw new AppError('invalid_session');
    const code = params.magic_code;
    // A federated address must sign in through its federation, whoever sent the link.
    const federation = federationOf(config.connections, await emailOfMagicCode(db, code));
    if (federation) return reply.redirect(startPath(federation.id));
    const [now, pass] = await Promise.all([session && findUserById(db, session.accountId), holderOfPass(db, code)]);
    if (request.method === 'GET' && now && pass && now.id !== pass.holder.id && now.id !== pass.agreedBy) {
      return reply.type('text/html; charset=utf-8').send(otherAccountPage(pageLocale(request.headers['accept-language']), now, pass.holder));
    }
    const user = await db.transaction().execute((tx) => consumePass(tx, code));
    const how = user?.email === null ? 'sms' : 'email';
    const second = user && (await secondStep(db, { interaction: uid, userId: user.id, how }));
    if (second) return reply.redirect(second);
    const result = user === undefined
      ? { error: 'invalid_link', error_description: errorTexts.invalidCodeInUrl }
      : { login: { accountId: user.id, amr: [how] } };
    reply.hijack();
    await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
    return reply;
  };
  const url = `${magicCodePath}/:uid`;
  app.get(url, { onRequest: limitedByAddress(app), exposeHeadRoute: false }, answer);
  void app.register(async (scope) => {
    // The form of the confirmation page has an empty body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post(url, { onRequest: limitedByAddress(scope) }, answer);
  });
}

/** Refuses prefetches and embedded requests: a pass may be redeemed only by a top-level navigation. */
function requireNavigation(request: FastifyRequest): void {
  const { 'sec-fetch-dest': destination, 'sec-purpose': secPurpose, purpose } = request.headers;
  const ahead = [secPurpose, purpose].some((value) => String(value ?? '').includes('prefetch'));
  if (ahead || (destination !== undefined && destination !== 'document')) throw new AppError('forbidden');
}
