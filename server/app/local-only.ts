/** Guard for pages that only somebody at this machine may see: they contain sign-in links and codes. */
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/**
 * Headers that proxies add. Any one of them disqualifies the request: a proxy on this machine connects from a
 * loopback address for every client.
 */
const forwarding = /^(forwarded|via|cdn-loop|(x-|true-|fastly-|fly-)?client-ip|x-(forwarded|real|original|cluster|envoy|azure|amzn|appengine|vercel)(-.*)?|cf-.*|akamai-.*)$/;

export type Guard = (request: FastifyRequest) => Promise<void>;

/** Whether a URL (`https://host:port`) has a loopback host. */
export const isLoopbackAddress = (url: string): boolean => isLoopbackName(new URL(url).hostname);

/** Answers requests from elsewhere with `route_not_found`. */
export async function localOnly({ socket: { remoteAddress = '' }, headers, hostname }: FastifyRequest): Promise<void> {
  const forwarded = Object.keys(headers).some((name) => forwarding.test(name));
  // DNS rebinding: a foreign page whose name resolves to this machine sends its own name in `Host`.
  if (!isLoopback(remoteAddress) || forwarded || !isLoopbackName(hostname.replace(/:\d+$/, ''))) throw new AppError('route_not_found');
}

const isLoopback = (address: string): boolean => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

function isLoopbackName(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || (isIP(address) > 0 && isLoopback(address));
}
