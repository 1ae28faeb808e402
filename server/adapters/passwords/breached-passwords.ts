/**
 * Asks whether a password is known from a breach, by the protocol of Pwned Passwords: the first five characters of its SHA-1 go out, the
 * endings of all hashes that begin so come back, with some that mean nothing between them (`Add-Padding`), so that neither the
 * service nor the wire learns which was asked for.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** People wait for the answer. */
const timeLimit = 2000;
/** A range has some 40 kB. */
const longestAnswer = 1_000_000;

export type IsBreached = (password: string) => Promise<boolean>;

/** `url`: what the five characters are added to. A service that is away, or answers something else, keeps nobody from choosing a password. */
export function breachedPasswords(url: string, log: Pick<FastifyBaseLogger, 'warn'>): IsBreached {
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const endings = await rangeOf(url, hash.slice(0, 5));
      return endings.includes(hash.slice(5));
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the service of breached passwords did not answer');
      return false;
    }
  };
}

async function rangeOf(url: string, beginning: string): Promise<string[]> {
  const address = `${url.replace(/\/?$/, '/')}${beginning}`;
  const response = await fetch(address, { headers: { 'add-padding': 'true', 'user-agent': 'countersign' }, redirect: 'error', signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await response.text();
  if (text.length > longestAnswer) throw new Error('its answer is too long');
  // What is padded is told with a count of 0.
  return text.split(/\r?\n/).flatMap((line) => (/^([\dA-F]{35}):0*[1-9]\d*$/i.exec(line)?.[1]?.toUpperCase() ?? []));
}
