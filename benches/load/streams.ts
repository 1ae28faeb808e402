import { Agent, request, type IncomingMessage } from 'node:http';
import type { Client } from '../../tests/api/client.ts';
import { timed } from './measure.ts';

export interface Streams {
  opened: { count: number; milliseconds: number };
  /** How long after the act each stream had the event of this resource. */
  latenciesOf(resourceId: string, act: () => Promise<void>): Promise<{ last: number; missing: number }>;
  close(): void;
}

const timeoutMs = 20_000;
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
    latenciesOf: (resourceId, act) => measureDelivery(responses, resourceId, act),
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

async function measureDelivery(responses: readonly IncomingMessage[], resourceId: string, act: () => Promise<void>): Promise<{ last: number; missing: number }> {
  const began = performance.now();
  const heard = responses.map((response) => hears(response, resourceId).then(() => performance.now() - began));
  await act();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs).unref());
  const had = (await Promise.all(heard.map((each) => Promise.race([each, late])))).filter((after) => after !== null);
  return { last: Math.max(0, ...had), missing: heard.length - had.length };
}

/** Other events may come before it: of what was done earlier, and is told only now. */
function hears(response: IncomingMessage, resourceId: string): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    response.on('data', (part: string) => {
      text += part;
      if (text.includes(resourceId)) resolve();
    });
  });
}
