import { EngineError } from '../errors.ts';

/** Returns the operating system's trust anchors as DER, without duplicates. Throws `verify_trust` if they are not available. */
export function systemRoots(): Uint8Array[] {
  // Loaded on demand: the module takes some megabytes and is rarely needed.
  const tls = process.getBuiltinModule('node:tls');
  // Node 20 has only its bundled certificates.
  if (typeof tls.getCACertificates !== 'function') throw new EngineError('verify_trust', 'The certificates of the system need Node 22.15 or later');
  const found = tls.getCACertificates('system');
  if (found.length === 0) throw new EngineError('verify_trust', 'This system trusts no certificates');
  return [...new Set(found.map((pem) => pem.replace(/-----[^-]+-----|\s/g, '')))].map((base64) => new Uint8Array(Buffer.from(base64, 'base64')));
}
