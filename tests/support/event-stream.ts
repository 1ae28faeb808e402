import type { LiveEvent } from '#contract/events.ts';
import type { Client } from '../api/client.ts';

/** Somebody's live events from one node, as they come. */
export class EventStream {
  readonly seen: LiveEvent[] = [];
  readonly #controller = new AbortController();
  #waiting: (() => void)[] = [];
  #ended = false;
  /** The connection is over: the node went, or it was closed here. */
  ended: Promise<void> = Promise.resolve();

  static async open(url: string, person: Client, lastEventId?: string): Promise<EventStream> {
    const { ticket } = await person.call('auth.getEventTicket');
    const query = new URLSearchParams({ ticket, ...(lastEventId === undefined ? {} : { lastEventId }) });
    const stream = new EventStream();
    const response = await fetch(`${url}/events?${query}`, { signal: stream.#controller.signal, headers: { accept: 'text/event-stream' } });
    if (response.status !== 200 || !response.body) throw new Error(`The stream was refused: ${response.status}`);
    stream.ended = stream.#read(response.body as unknown as AsyncIterable<Uint8Array>);
    return stream;
  }

  /** The first event, come or to come, that this is true of. */
  async until(wanted: (event: LiveEvent) => boolean, limit = 20_000): Promise<LiveEvent> {
    const deadline = Date.now() + limit;
    for (;;) {
      const found = this.seen.find(wanted);
      if (found) return found;
      if (this.#ended || Date.now() > deadline) throw new Error(`The event did not come; seen: ${this.seen.map(({ type }) => type).join(', ')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#waiting.push(() => { clearTimeout(timer); resolve(); });
      });
    }
  }

  close(): void {
    this.#controller.abort();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const [, data] = /^data: (.*)$/m.exec(part) ?? [];
          if (data !== undefined) this.seen.push(JSON.parse(data) as LiveEvent);
        }
        this.#wake();
      }
    } catch {
      // The node went, or the test closed it.
    }
    this.#ended = true;
    this.#wake();
  }

  #wake(): void {
    for (const waiting of this.#waiting.splice(0)) waiting();
  }
}
