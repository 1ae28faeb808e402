import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where operators publish their trusted lists: by path, changed as a test goes on. */
export interface PublishedLists {
  readonly lists: Map<string, string>;
  readonly origin: string;
  close(): void;
}

export async function publishLists(): Promise<PublishedLists> {
  const lists = new Map<string, string>();
  const server = createServer((request, response) => {
    const list = lists.get(request.url ?? '');
    response.writeHead(list === undefined ? 404 : 200).end(list);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { lists, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
