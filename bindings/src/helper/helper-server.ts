/**
 * The signing helper lets the pages of one installation sign with keys of this device, through its loopback address.
 * Private keys never leave the device; pages receive certificates and signatures only. Requests from other origins are
 * rejected.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HelperDigest, helperDigests, type HelperSigner } from './helper-signer.ts';

/** Options of a signing helper. */
export interface HelperOptions {
  /** Origin of the installation whose pages may sign. */
  origin: string;
  /** Port; 0 for any free one. */
  port: number;
  signers: readonly HelperSigner[];
  /** Called before each signature. A rejected promise prevents the signature. */
  onSign?: (signer: HelperSigner) => void | Promise<void>;
}

/** A running helper. */
export interface Helper {
  /** Its address: `http://127.0.0.1:PORT`. */
  address: string;
  /** Stops the server. */
  close(): Promise<void>;
}

/** Limit of a request body in bytes. Signed attributes take some hundred bytes. */
const largestBody = 64 * 1024;

/** Starts the helper on 127.0.0.1. */
export async function startHelper(options: HelperOptions): Promise<Helper> {
  const server = createServer((request, response) => {
    handle(options, server, request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'crypto_error');
      send(response, refusal.status, { error: { code: refusal.code } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function handle(options: HelperOptions, server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Rejects other host names and origins, against DNS rebinding.
  if (request.headers.host !== `127.0.0.1:${portOf(server)}` || request.headers.origin !== options.origin) throw new Refusal(403, 'forbidden');
  response.setHeader('access-control-allow-origin', options.origin);
  response.setHeader('vary', 'origin');
  const route = `${request.method ?? ''} ${request.url ?? ''}`;
  if (request.method === 'OPTIONS') return allow(response);
  if (route === 'GET /') return send(response, 200, { name: 'countersign-helper', version: 1 });
  if (route === 'GET /certificates') return send(response, 200, { certificates: options.signers.map(inWords) });
  if (route === 'POST /sign') return send(response, 200, { signature: base64(await sign(options, await bodyOf(request))) });
  throw new Refusal(404, 'route_not_found');
}

function allow(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  });
  response.end();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const inWords = ({ id, subject, certificate, chain }: HelperSigner) => ({ id, subject, certificate: base64(certificate), chain: chain.map(base64) });

async function sign({ signers, onSign }: HelperOptions, body: unknown): Promise<Uint8Array> {
  const { id, digest, tbs } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const signer = signers.find((each) => each.id === id);
  if (!signer) throw new Refusal(404, 'unable_retrieve_cert');
  if (typeof tbs !== 'string' || !isDigest(digest)) throw new Refusal(400, 'request_validation_error');
  await onSign?.(signer);
  return signer.sign(new Uint8Array(Buffer.from(tbs, 'base64')), digest);
}

const isDigest = (value: unknown): value is HelperDigest => helperDigests.some((each) => each === value);

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new Refusal(413, 'max_size_exceeded');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'request_validation_error');
  }
}
