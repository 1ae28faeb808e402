import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where operators publish their trusted lists: by path, changed as a test goes on. */
export interface PublishedLists {
  readonly lists: Map<string, string>;
  readonly origin: string;
  /** Keeps all requests waiting until `release()`. */
  hold(): void;
  release(): void;
  close(): void;
}

export async function publishLists(): Promise<PublishedLists> {
  const lists = new Map<string, string>();
  let held: (() => void)[] | null = null;
  const server = createServer((request, response) => {
    const answer = (): void => {
      const list = lists.get(request.url ?? '');
      response.writeHead(list === undefined ? 404 : 200).end(list);
    };
    if (held) held.push(answer);
    else answer();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const hold = (): void => {
    held ??= [];
  };
  const release = (): void => {
    for (const answer of held ?? []) answer();
    held = null;
  };
  return { lists, hold, release, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
