/** What only people at this machine may see. */
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { Config } from './config.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

export type Guard = (request: FastifyRequest) => Promise<void>;

/** Answers everybody else as if there were nothing. */
export function localOnly(config: Pick<Config, 'appUrl'>): Guard {
  // A foreign page that points its own name at this machine has that name in Host.
  const names = new Set(['localhost', '127.0.0.1', '[::1]', new URL(config.appUrl).hostname]);
  return async (request) => {
    const { remoteAddress = '' } = request.socket;
    const local = loopback.check(remoteAddress, remoteAddress.includes(':') ? 'ipv6' : 'ipv4') && request.headers['x-forwarded-for'] === undefined;
    if (!local || !names.has(request.hostname.replace(/:\d+$/, ''))) throw new AppError('route_not_found');
  };
}
