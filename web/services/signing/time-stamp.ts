import { call } from '../api/call.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Requests a time stamp of a signature from the installation's authority (RFC 3161). It learns the hash of the signature, which says nothing of the document. */
export const askForStamp = async (query: Uint8Array): Promise<Uint8Array> =>
  fromBase64((await call('certificates.stamp', { body: { query: toBase64(query) } })).reply);
