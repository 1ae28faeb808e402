import type { LiveEvent } from '#contract/events.ts';
import type { Client } from '../api/client.ts';
import { EventStream } from '../support/event-stream.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Somebody whose app is open all the time: when the stream breaks it asks for what came after the last event it had. */
export class Listener {
  readonly person: Client;
  readonly #before: LiveEvent[] = [];
  readonly #url: string;
  #stream: EventStream | undefined;
  #stopped = false;
  #listening: Promise<void>;

  constructor(url: string, person: Client) {
    this.#url = url;
    this.person = person;
    this.#listening = this.#listen();
  }

  get heard(): readonly LiveEvent[] {
    return [...this.#before, ...(this.#stream?.seen ?? [])];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stream?.close();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    while (!this.#stopped) {
      try {
        this.#stream = await EventStream.open(this.#url, this.person, this.heard.at(-1)?.id ?? '0');
        await this.#stream.ended;
        this.#before.push(...this.#stream.seen);
        this.#stream = undefined;
      } catch {
        // The server is away: the next try finds it.
      }
      if (!this.#stopped) await pause(200);
    }
  }
}
