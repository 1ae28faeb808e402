/** A cache of limited size, which forgets what was not used for longest. */
export class LruCache<Key, Value> {
  readonly #mostEntries: number;
  /** Least recently used first. */
  readonly #entries = new Map<Key, Value>();

  constructor(mostEntries: number) {
    this.#mostEntries = mostEntries;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#mostEntries) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
