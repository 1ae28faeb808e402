/** Guard for pages that only somebody at this machine may see: they contain sign-in links and codes. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/app-error.ts';
import { isLoopbackAddress, isLoopbackName } from '#server/platform/loopback.ts';

/**
 * Headers that proxies add. Any one of them disqualifies the request: a proxy on this machine connects from a
 * loopback address for every client.
 */
const forwarding = /^(forwarded|via|cdn-loop|(x-|true-|fastly-|fly-)?client-ip|x-(forwarded|real|original|cluster|envoy|azure|amzn|appengine|vercel)(-.*)?|cf-.*|akamai-.*)$/;

export type Guard = (request: FastifyRequest) => Promise<void>;

/** Answers requests from elsewhere with `route_not_found`. */
export async function localOnly({ socket: { remoteAddress = '' }, headers, hostname }: FastifyRequest): Promise<void> {
  const forwarded = Object.keys(headers).some((name) => forwarding.test(name));
  // DNS rebinding: a foreign page whose name resolves to this machine sends its own name in `Host`.
  if (!isLoopbackAddress(remoteAddress) || forwarded || !isLoopbackName(hostname.replace(/:\d+$/, ''))) throw new AppError('route_not_found');
}
