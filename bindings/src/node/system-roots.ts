import { EngineError } from '../errors.ts';

/** The certificates that this machine trusts, DER, each once. Throws `verify_trust` where they can't be had. */
export function systemRoots(): Uint8Array[] {
  // Few ask for them, and the module holds some megabytes.
  const tls = process.getBuiltinModule('node:tls');
  // Node 20 knows only the ones that it brings along itself.
  if (typeof tls.getCACertificates !== 'function') throw new EngineError('verify_trust', 'The certificates of the system need Node 22.15 or later');
  const found = tls.getCACertificates('system');
  if (found.length === 0) throw new EngineError('verify_trust', 'This system trusts no certificates');
  return [...new Set(found.map((pem) => pem.replace(/-----[^-]+-----|\s/g, '')))].map((base64) => new Uint8Array(Buffer.from(base64, 'base64')));
}
