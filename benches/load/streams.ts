import { Agent, request, type IncomingMessage } from 'node:http';
import type { Client } from '../../tests/api/client.ts';
import { timed } from './measure.ts';

export interface Streams {
  opened: { count: number; milliseconds: number };
  /** How long after the act each stream had the event of the resource that the act names. */
  told(act: () => Promise<string>): Promise<{ last: number; missing: number }>;
  close(): void;
}

const patience = 20_000;
const atOnce = 50;

/** So many streams of one person, all open. */
export async function openStreams(url: string, person: Client, count: number): Promise<Streams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const responses: IncomingMessage[] = [];
  const { milliseconds } = await timed(async () => {
    for (let index = 0; index < count; index += atOnce) {
      responses.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - index) }, () => openOne(agent, url, person)))));
    }
  });
  return {
    opened: { count: responses.length, milliseconds },
    told: (act) => tell(responses, act),
    close: () => agent.destroy(),
  };
}

async function openOne(agent: Agent, url: string, person: Client): Promise<IncomingMessage> {
  const { ticket } = await person.call('auth.getEventTicket');
  return new Promise((resolve, reject) => {
    request(`${url}/events?ticket=${ticket}`, { agent, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`A stream was refused: ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('error', () => undefined);
    }).on('error', reject).end();
  });
}

async function tell(responses: readonly IncomingMessage[], act: () => Promise<string>): Promise<{ last: number; missing: number }> {
  const began = performance.now();
  const heard = responses.map((response) => new Promise<string>((resolve) => {
    response.on('data', (text: string) => { if (text.includes('data: ')) resolve(text); });
  }).then((text) => ({ text, after: performance.now() - began })));
  const resource = await act();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience).unref());
  const all = await Promise.all(heard.map((each) => Promise.race([each, late])));
  const had = all.filter((each) => each !== null && each.text.includes(resource));
  return { last: Math.max(...had.map((each) => each?.after ?? 0)), missing: all.length - had.length };
}
