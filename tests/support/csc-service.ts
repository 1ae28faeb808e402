import { constants, type KeyObject, privateEncrypt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** What the service signs with. */
export interface CscCredential {
  key: KeyObject;
  /** DER, the signer's first. */
  certificates: Uint8Array[];
  pin: string;
}

/** A remote signing service. */
export interface CscService {
  address: string;
  close(): void;
}

/** DigestInfo of SHA-256, without the digest. */
const sha256Info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const rsaOid = '1.2.840.113549.1.1.1';
const sha256Oid = '2.16.840.1.101.3.4.2.1';

/**
 * A remote signer on loopback that speaks the Cloud Signature Consortium's API 2.0 as far as one RSA credential needs it:
 * it signs a digest only for who logged in, and only after the PIN authorized this very digest, once.
 */
export async function startCscService({ key, certificates, pin }: CscCredential, { client = 'client', secret = 'secret' } = {}): Promise<CscService> {
  const tokens = new Set<string>();
  const authorized = new Map<string, string>();
  const issue = (set: Set<string>) => {
    const token = randomUUID();
    set.add(token);
    return token;
  };
  const calls: Record<string, (body: Record<string, unknown>) => unknown> = {
    'credentials/list': () => ({ credentialIDs: ['one'] }),
    'credentials/info': () => ({ key: { status: 'enabled', algo: [rsaOid], len: 2048 }, cert: { status: 'valid', certificates: certificates.map((der) => Buffer.from(der).toString('base64')) }, SCAL: '2', multisign: 1 }),
    'credentials/authorize': (body) => {
      if (body.PIN !== pin) throw new Problem(400, 'invalid_pin');
      const sad = randomUUID();
      authorized.set(sad, String(body.hashes));
      return { SAD: sad, expiresIn: 300 };
    },
    'signatures/signHash': (body) => {
      const hashes = Array.isArray(body.hashes) ? body.hashes.map(String) : [];
      const sad = String(body.SAD);
      if (authorized.get(sad) !== String(hashes) || body.hashAlgorithmOID !== sha256Oid || body.signAlgo !== rsaOid) throw new Problem(400, 'invalid_request');
      authorized.delete(sad);
      return { signatures: hashes.map((hash) => privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([sha256Info, Buffer.from(hash, 'base64')])).toString('base64')) };
    },
  };
  const answer = async (request: IncomingMessage) => {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const path = (request.url ?? '').replace('/csc/v2/', '');
    if (path === 'oauth2/token') {
      if (body.client_id !== client || body.client_secret !== secret) throw new Problem(401, 'invalid_client');
      return { access_token: issue(tokens), token_type: 'Bearer', expires_in: 3600 };
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) throw new Problem(401, 'invalid_token');
    const call = calls[path];
    if (!call) throw new Problem(404, 'not_found');
    return call(body);
  };
  const server = createServer((request, response) => {
    const send = (status: number, value: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    answer(request).then(
      (value) => send(200, value),
      (error: unknown) => send(error instanceof Problem ? error.status : 500, { error: String(error instanceof Error ? error.message : error) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/csc/v2`, close: () => server.close() };
}

class Problem extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8') || '{}';
}
