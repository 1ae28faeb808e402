/** As much of Google Drive, Dropbox and OneDrive as letting somebody in, looking around and taking a file needs, on this machine. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  id: string;
  name: string;
  mime: string;
  bytes: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: object | Buffer;
}

/** Headers are ASCII. */
const asciiJson = (value: object): string => JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export class CloudServer {
  readonly url: string;
  readonly files = new Map<string, Stored>();
  /** What was asked, as `METHOD /path`. */
  readonly requests: string[] = [];
  /** The token that is good now; null: the person took the permission back. */
  access: string | null = null;
  lives = 3600;
  /** The next answer instead, an empty object; 0 cuts the connection. */
  troubles: number[] = [];
  /** Whoever asks for a token waits until this is called, as long as it is set: the source is not gone, and does not answer. */
  release: (() => void) | null = null;
  #held: Promise<void> = Promise.resolve();
  readonly #server: Server;
  readonly #codes = new Map<string, { challenge: string; redirectUri: string; clientId: string }>();
  #number = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async open(): Promise<CloudServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CloudServer(server);
  }

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.release = () => {
        this.release = null;
        resolve();
      };
    });
  }

  put(id: string, name: string, mime: string, bytes: Uint8Array): void {
    this.files.set(id, { id, name, mime, bytes: Buffer.from(bytes) });
  }

  /** The person says yes on the page they were sent to: gives the address their browser is sent back to. */
  allow(authorization: string): string {
    const { searchParams: parameters } = new URL(authorization);
    const code = `code ${this.#number += 1}`;
    this.#codes.set(code, { challenge: parameters.get('code_challenge') ?? '', redirectUri: parameters.get('redirect_uri') ?? '', clientId: parameters.get('client_id') ?? '' });
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ state: parameters.get('state') ?? '', code }).toString();
    return back.pathname + back.search;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? '/', this.url);
    this.requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname.endsWith('/token')) await this.#held;
    const trouble = this.troubles.shift();
    if (trouble === 0) return void request.socket.destroy();
    const { status, headers = {}, body } = trouble === undefined ? this.#answer(request, url, text) : { status: trouble };
    const isBytes = Buffer.isBuffer(body);
    response.writeHead(status, { ...(!isBytes && { 'content-type': 'application/json' }), ...headers }).end(isBytes ? body : JSON.stringify(body ?? {}));
  }

  #answer(request: IncomingMessage, url: URL, text: string): Answer {
    if (url.pathname.endsWith('/token')) return this.#token(new URLSearchParams(text));
    if (url.pathname === '/signed') return this.#signed(request, url);
    if (this.access === null || request.headers.authorization !== `Bearer ${this.access}`) return { status: 401, body: { error: 'invalid' } };
    if (url.pathname.startsWith('/drive/v3/files')) return this.#google(url);
    if (url.pathname.startsWith('/2/files/')) return this.#dropbox(request, url, text);
    if (url.pathname.startsWith('/v1.0/me/drive')) return this.#oneDrive(url);
    return { status: 404 };
  }

  /** RFC 6749, 4.1.3 and 6, with PKCE (RFC 7636, 4.6). */
  #token(form: URLSearchParams): Answer {
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    if (form.get('client_secret') !== 'secret') return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') === 'refresh_token') return this.access !== null && form.get('refresh_token') === 'refresh' ? this.#grant(false) : refused;
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    const fits = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri') && code.clientId === form.get('client_id');
    return fits ? this.#grant(true) : refused;
  }

  #grant(first: boolean): Answer {
    this.access = `access ${this.#number += 1}`;
    return { status: 200, body: { token_type: 'Bearer', access_token: this.access, expires_in: this.lives, ...(first && { refresh_token: 'refresh' }) } };
  }

  #google({ pathname, searchParams }: URL): Answer {
    const [, , , , id, action] = pathname.split('/');
    const meta = ({ bytes, ...file }: Stored) => ({ id: file.id, name: file.name, mimeType: file.mime, size: String(bytes.length), modifiedTime: '2026-01-01T00:00:00Z' });
    if (id === undefined) {
      const all = [...this.files.values()];
      const from = Number(searchParams.get('pageToken') ?? 0);
      return { status: 200, body: { files: all.slice(from, from + 2).map(meta), ...(from + 2 < all.length && { nextPageToken: String(from + 2) }) } };
    }
    const file = this.files.get(decodeURIComponent(id));
    if (!file) return { status: 404 };
    if (action === 'export') return { status: 200, body: Buffer.from('%PDF-1.7\n% exported\n%%EOF\n') };
    return searchParams.get('alt') === 'media' ? { status: 200, body: file.bytes } : { status: 200, body: meta(file) };
  }

  #dropbox(request: IncomingMessage, { pathname }: URL, text: string): Answer {
    const meta = ({ id, name, bytes }: Stored) => ({ '.tag': 'file', id, name, size: bytes.length, server_modified: '2026-01-01T00:00:00Z' });
    if (pathname.endsWith('/list_folder')) return { status: 200, body: { entries: [...this.files.values()].slice(0, 2).map(meta), cursor: 'more', has_more: this.files.size > 2 } };
    if (pathname.endsWith('/continue')) return { status: 200, body: { entries: [...this.files.values()].slice(2).map(meta), cursor: JSON.parse(text).cursor, has_more: false } };
    const { path } = JSON.parse(String(request.headers['dropbox-api-arg']));
    const file = this.files.get(path);
    return file ? { status: 200, headers: { 'content-type': 'application/octet-stream', 'dropbox-api-result': asciiJson(meta(file)) }, body: file.bytes } : { status: 409, body: { error_summary: 'path/not_found' } };
  }

  #oneDrive({ pathname, searchParams }: URL): Answer {
    const meta = ({ id, name, bytes, mime }: Stored) => ({ id, name, size: bytes.length, file: { mimeType: mime } });
    if (pathname.endsWith('/children')) {
      const from = Number(searchParams.get('$skiptoken') ?? 0);
      const all = [...this.files.values()];
      return { status: 200, body: { value: all.slice(from, from + 2).map(meta), ...(from + 2 < all.length && { '@odata.nextLink': `${this.url}${pathname}?$skiptoken=${from + 2}` }) } };
    }
    const [, id = '', action] = /\/items\/([^/]+)(\/content)?$/.exec(decodeURIComponent(pathname)) ?? [];
    const file = this.files.get(id);
    if (!file) return { status: 404 };
    return action === undefined ? { status: 200, body: meta(file) } : { status: 302, headers: { location: file.mime === 'elsewhere' ? 'http://169.254.169.254/secret' : `${this.url}/signed?id=${encodeURIComponent(id)}` } };
  }

  /** An address that is good by itself. Whoever brings a token there has given it away. */
  #signed(request: IncomingMessage, url: URL): Answer {
    if (request.headers.authorization !== undefined) return { status: 400 };
    return { status: 200, body: this.files.get(url.searchParams.get('id') ?? '')?.bytes ?? Buffer.alloc(0) };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
