/**
 * One tab of a browser does something for all of them. The leader holds a lock, which the browser passes on when its tab closes; a tab
 * that was frozen is noticed by its silence, and the lock is taken from it.
 */
import { timing } from '#contract/limits/timing.ts';

interface TabLeaderOptions<Message> {
  readonly name: string;
  readonly signal: AbortSignal;
  /** Does the work until the signal ends it. `post` reaches all tabs, this one included. */
  lead(post: (message: Message) => void, signal: AbortSignal): Promise<void>;
  onMessage(message: Message): void;
  /** What a tab that comes later has to know. */
  greet(): Message | null;
}

type Envelope<Message> = { readonly kind: 'beat' | 'hello' } | { readonly kind: 'message'; readonly message: Message };

const canShare = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator && typeof BroadcastChannel !== 'undefined';

class TabLeader<Message> {
  readonly #options: TabLeaderOptions<Message>;
  readonly #channel: BroadcastChannel;
  /** Ends what this tab shares with others, with the work or because the browser refuses locks. */
  readonly #sharing = new AbortController();
  #leading: AbortController | null = null;
  #waiting: AbortController | null = null;
  #heardAt = Date.now();

  constructor(options: TabLeaderOptions<Message>) {
    this.#options = options;
    this.#channel = new BroadcastChannel(options.name);
    // A process of tests ends although the channel is open.
    (this.#channel as { unref?(): void }).unref?.();
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Envelope<Message>>) => this.#hear(data));
    const look = (): void => this.#look();
    const timer = setInterval(look, timing.eventLeaderBeat);
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', look, { signal: this.#sharing.signal });
    options.signal.addEventListener('abort', () => this.#sharing.abort(), { once: true });
    this.#sharing.signal.addEventListener('abort', () => {
      clearInterval(timer);
      this.#waiting?.abort();
      this.#leading?.abort();
      this.#channel.close();
    }, { once: true });
    this.#send({ kind: 'hello' });
    void this.#claim(false);
  }

  #send(envelope: Envelope<Message>): void {
    if (!this.#sharing.signal.aborted) this.#channel.postMessage(envelope);
  }

  #hear(envelope: Envelope<Message>): void {
    if (envelope.kind !== 'hello') this.#heardAt = Date.now();
    if (envelope.kind === 'message') this.#options.onMessage(envelope.message);
    if (envelope.kind === 'hello' && this.#leading) {
      const message = this.#options.greet();
      this.#send(message === null ? { kind: 'beat' } : { kind: 'message', message });
    }
  }

  /** The leader is heard every few seconds. Nobody misses anything in a hidden tab, whose leader may be slowed down as well. */
  #look(): void {
    if (this.#leading) this.#send({ kind: 'beat' });
    else if (!document.hidden && Date.now() - this.#heardAt > timing.eventLeaderSilence) {
      this.#heardAt = Date.now();
      this.#waiting?.abort();
      void this.#claim(true);
    }
  }

  async #claim(steal: boolean): Promise<void> {
    const waiting = (this.#waiting = new AbortController());
    try {
      await navigator.locks.request(this.#options.name, steal ? { steal } : { signal: waiting.signal }, () => this.#lead());
    } catch (error) {
      console.debug('Another tab leads', error);
      // Locks are refused, as they are where a browser may store nothing. Asking again at once would never end.
      if (error instanceof DOMException && error.name !== 'AbortError' && !this.#sharing.signal.aborted) return this.#leadAlone();
    }
    // Given up for a claim of this tab that takes the lock.
    if (this.#waiting !== waiting) return;
    // Taken away by another tab.
    this.#leading?.abort();
    this.#leading = null;
    if (this.#sharing.signal.aborted) return;
    this.#heardAt = Date.now();
    void this.#claim(false);
  }

  #leadAlone(): void {
    this.#sharing.abort();
    leadHere(this.#options);
  }

  #lead(): Promise<void> {
    const { lead, onMessage, signal } = this.#options;
    // It may have been this tab's turn while it took the lock.
    this.#leading?.abort();
    const leading = (this.#leading = new AbortController());
    const post = (message: Message): void => {
      if (leading.signal.aborted) return;
      this.#send({ kind: 'message', message });
      onMessage(message);
    };
    this.#send({ kind: 'beat' });
    return lead(post, AbortSignal.any([signal, leading.signal]));
  }
}

function leadHere<Message>({ lead, onMessage, signal }: TabLeaderOptions<Message>): void {
  void lead((message) => onMessage(message), signal);
}

/** Leads or follows until the signal ends it. A browser without locks leads in each tab. */
export function leadAmongTabs<Message>(options: TabLeaderOptions<Message>): void {
  if (canShare()) void new TabLeader(options);
  else leadHere(options);
}
