/** The worst that an account can send to calls that take JSON: over the limits, and up to them. */
import type { Client } from '../api/client.ts';

export interface Target {
  url: string;
  attacker: Client;
  /** A file of the attacker. */
  fileId: string;
}

export interface Attack {
  name: string;
  send(target: Target): Promise<number>;
  /** What somebody else does again and again during the attack; returns how long it took, in milliseconds. */
  meanwhile?(person: Client): Promise<number>;
  /** The longest that `meanwhile` may take. */
  longestMs?: number;
}

const field = (index: number, value: unknown = null) => ({
  id: `f${index}-abcdefghijkl`, page: 1, rect: { x: 1.25, y: 2.5, width: 10, height: 3 }, value, fieldName: `topmost[0].page1[0].f1_${index}[0]`,
  tooltip: 'Name as shown on your income tax return', recipient: { email: 'ada@example.org' },
});
const ask = (method: string, path: (target: Target) => string, body: string | undefined) => async (target: Target): Promise<number> => {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  // A body that is too large may be refused before all of it is sent.
  const answer = await fetch(`${target.url}${path(target)}`, { method, headers: { ...type, ...target.attacker.headers }, ...(body !== undefined && { body }) }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
};
const post = (body: string) => ask('POST', () => '/transactions', body);
const put = (body: object) => ask('PUT', ({ fileId }) => `/files/meta/${fileId}`, JSON.stringify(body));
const list = (count: number, element: string): string => `[${Array.from({ length: count }, () => element).join(',')}]`;

export const attacks: readonly Attack[] = [
  { name: 'a million recipients', send: post(`{"name":"x","recipients":${list(1_000_000, '{"email":"a@b.cc"}')}}`) },
  { name: '10 MB of nested lists', send: post('['.repeat(5_000_000) + ']'.repeat(5_000_000)) },
  { name: 'lists nested 100,000 deep', send: post('['.repeat(100_000) + ']'.repeat(100_000)) },
  { name: 'as many recipients as fit', send: post(`{"name":"x","recipients":${list(9000, '{"email":"a@b.cc","x":1}')}}`) },
  { name: 'as many unknown fields as fit', send: post(`{${Array.from({ length: 9000 }, (_, index) => `"u${index}":[{}]`).join(',')}}`) },
  { name: '10,000 fields', send: put({ attributes: { fields: Array.from({ length: 10_000 }, (_, index) => field(index)) } }) },
  { name: '10,000 wrong fields', send: put({ attributes: { fields: Array.from({ length: 10_000 }, () => ({ wrong: [] })) } }) },
  { name: '6 MB of pictures in fields', send: put({ attributes: { fields: Array.from({ length: 2 }, (_, index) => field(index, { url: 'A'.repeat(3_000_000), fillType: 'draw' })) } }) },
  { name: 'half a million values', send: put({ attributes: { fields: Array.from({ length: 490 }, (_, index) => ({ ...field(index), options: Array.from({ length: 1000 }, () => 'o') })) } }) },
  { name: 'reading 10,000 fields', send: ask('GET', ({ fileId }) => `/files/meta/${fileId}`, undefined) },
  { name: 'listing files with 10,000 fields', send: ask('GET', () => '/files', undefined) },
];
