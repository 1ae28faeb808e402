/** A person who uses the calls of the contract against an injected server, as the web app does over the network. */
import { crc32, deflateSync } from 'node:zlib';
import { calls, type CallId, type InputOf, type OutputOf } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { SignedIn, TestApp } from '../support/app.ts';

/** What answers: the app in this process, or one behind a network. */
export interface Reachable {
  app: {
    inject(request: { method: string; url: string; headers: Record<string, string>; payload?: object }): Promise<{
      statusCode: number; body: string; rawPayload: Buffer; json: <T>() => T;
    }>;
  };
}

export interface Answer<T> {
  status: number;
  body: T;
}

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

export class Client {
  readonly server: Reachable;
  readonly email: string;
  readonly userId: string;
  readonly headers: Record<string, string>;

  constructor(server: Reachable, email: string, signedIn: SignedIn | null) {
    this.server = server;
    this.email = email;
    this.userId = signedIn?.userId ?? '';
    this.headers = signedIn?.headers ?? {};
  }

  static async signIn(server: TestApp, email: string, person: Parameters<TestApp['signIn']>[1] = {}): Promise<Client> {
    return new Client(server, email, await server.signIn(email, person));
  }

  /** Sends whatever is given, right or wrong. */
  async send(id: CallId, input: Input = {}): Promise<Answer<unknown>> {
    const call: CallDefinition = calls[id];
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
    const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]));
    const response = await this.server.app.inject({
      method: call.method,
      url: query.size > 0 ? `${path}?${query}` : path,
      headers: { accept: 'application/json', 'user-agent': 'api-test', ...this.headers },
      ...(input.body !== undefined && { payload: input.body as object }),
    });
    if (call.bytes?.response !== undefined && response.statusCode === 200) return { status: 200, body: new Uint8Array(response.rawPayload) };
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
  }

  async call<Id extends CallId>(id: Id, input?: InputOf<Id>): Promise<OutputOf<Id>> {
    const { status, body } = await this.send(id, input as Input);
    if (status >= 300) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
    return body as OutputOf<Id>;
  }

  /** The code of the error that the call must end with. */
  async refusal<Id extends CallId>(id: Id, input?: InputOf<Id>): Promise<string> {
    return (await this.refusalBody(id, input as Input)).code;
  }

  async refusalBody(id: CallId, input?: Input): Promise<ErrorBody['error']> {
    const { status, body } = await this.send(id, input);
    if (status < 400) throw new Error(`${id} was not refused: ${status} ${JSON.stringify(body)}`);
    return (body as ErrorBody).error;
  }

  async put(url: string, bytes: Uint8Array, mime = 'application/pdf'): Promise<Answer<{ version: number | null; hash: string } & ErrorBody>> {
    const response = await this.server.app.inject({
      method: 'PUT', url: url.slice(new URL(url).origin.length), headers: { 'content-type': mime }, payload: Buffer.from(bytes),
    });
    return { status: response.statusCode, body: response.json() };
  }

  async fetch(url: string): Promise<Buffer> {
    const response = await this.server.app.inject({ method: 'GET', url: url.slice(new URL(url).origin.length), headers: {} });
    if (response.statusCode !== 200) throw new Error(`download: ${response.statusCode} ${response.body}`);
    return response.rawPayload;
  }

  async addFile(bytes: Uint8Array = samplePdf(), title = 'Agreement.pdf'): Promise<FileMeta> {
    const { url, bodyRef } = await this.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    const stored = await this.put(url, bytes);
    if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
    return this.call('files.createMeta', { body: { bodyRef, attributes: { title } } });
  }

  /** A page of the web: a document that is filled in, and not signed. */
  async addPage(): Promise<FileMeta> {
    const mimeType = 'application/xhtml+xml';
    const { url, bodyRef } = await this.call('files.uploadUrl', { body: { mimeType } });
    await this.put(url, Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><body><input/></body></html>'), mimeType);
    return this.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Page.xhtml' } } });
  }

  async contentOf(fileId: string, version?: number): Promise<Buffer> {
    const { url } = await this.call('files.downloadUrl', { params: { id: fileId }, query: version ? { version } : {} });
    return this.fetch(url);
  }
}

/** Enough of a PDF for what does not open it. */
export const samplePdf = (text = 'sample'): Uint8Array => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
export const samplePng = (): Uint8Array => Buffer.from(dot, 'base64');

/** A picture of one colour that is large enough to show somebody: PNG, grey, eight bits. */
export function samplePhoto(width = 320, height = 240): Uint8Array {
  const part = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}
