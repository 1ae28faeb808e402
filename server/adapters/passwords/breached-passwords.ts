/**
 * Checks passwords against known breaches by the Pwned Passwords protocol (k-anonymity). The first five characters
 * of the SHA-1 are sent; the suffixes of all matching hashes are returned, padded with fake entries
 * (`Add-Padding`), so that neither the service nor the network learns the password's hash.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds; a person waits for the result. */
const timeLimit = 2000;
/** A range takes about 40 kB. */
const longestAnswer = 1_000_000;

type IsBreached = (password: string) => Promise<boolean>;

/** `url`: the prefix is appended to it. If the service fails or answers something else, the password is accepted. */
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
  // Padding entries have a count of 0.
  return text.split(/\r?\n/).flatMap((line) => (/^([\dA-F]{35}):0*[1-9]\d*$/i.exec(line)?.[1]?.toUpperCase() ?? []));
}
