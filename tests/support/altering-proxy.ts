import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What passed: the method and path, and the bytes of the answer's body. */
export interface PassedThrough {
  readonly path: string;
  readonly bytes: number;
}

/** A proxy between a browser and the product that may give other bytes than the server does. */
export interface AlteringProxy {
  readonly address: string;
  readonly passed: readonly PassedThrough[];
  close(): void;
}

/** Returns the body to give instead. */
export type Alter = (path: string, body: Buffer) => Buffer;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether the whole answer is needed before any of it is passed on: live events never end. */
const mayChange = (path: string): boolean => /\/storage\/downloads|\/files\/download_url\//.test(path);

export async function alteringProxy(alter: Alter = (_, body) => body): Promise<AlteringProxy> {
  const passed: PassedThrough[] = [];
  const server = createServer((incoming, reply) => {
    const path = `${incoming.method} ${new URL(incoming.url ?? '/').pathname}`;
    const onward = request(incoming.url ?? '/', { method: incoming.method ?? 'GET', headers: { ...incoming.headers, 'accept-encoding': 'identity' } }, async (answer) => {
      if (!mayChange(path)) {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        passed.push({ path, bytes: 0 });
        answer.pipe(reply);
        return;
      }
      const body = alter(path, await bodyOf(answer));
      passed.push({ path, bytes: body.length });
      reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length }).end(body);
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
