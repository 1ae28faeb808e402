/** Interactions of the OpenID provider, identified by the browser's cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import { AppError } from '#server/platform/app-error.ts';
import { localeOfTag, type Locale } from '#contract/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { pageLocale } from '#server/http/page.ts';
import { rememberDevice } from './known-devices.ts';
import { secondStep, type FirstProof } from './pending-sign-ins.ts';

/** Returns the interaction in which a person must authenticate; throws `invalid_session` without one. */
export async function signInUnderWay(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Interaction> {
  const interaction = await interactionOf(provider, request, reply);
  // A sign-in by magic link can be completed only by that link.
  if (interaction.params.magic_code !== undefined) throw new AppError('invalid_session');
  return interaction;
}

export async function interactionOf(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Interaction> {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'SessionNotFound') throw new AppError('invalid_session');
    throw cause;
  }
}

interface SignInParts extends Pick<Platform, 'db' | 'config'> {
  provider: Provider;
}

/**
 * Completes a sign-in after the first factor. Returns the address to continue at: signed in, or the page for the
 * second factor.
 */
export async function finishSignIn({ provider, db, config }: SignInParts, request: FastifyRequest, reply: FastifyReply, proof: FirstProof): Promise<{ returnTo: string }> {
  const next = await secondStep(db, proof);
  if (next !== null) return { returnTo: next };
  await rememberDevice({ db, config }, request, reply, proof.userId);
  return { returnTo: await provider.interactionResult(request.raw, reply.raw, { login: { accountId: proof.userId, amr: [proof.how] } }) };
}

export const localeOf = (request: FastifyRequest, { params }: Interaction): Locale =>
  (typeof params.ui_locales === 'string' ? params.ui_locales.split(' ') : []).flatMap((tag) => localeOfTag(tag) ?? [])[0] ?? pageLocale(request.headers['accept-language']);

/** Rate limit per network for calls that guess or send mail. */
export const perMinute = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } };
