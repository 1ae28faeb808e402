/** A map of at most `capacity` entries: the one used longest ago is dropped, unless somebody still needs it. */
export class RecentMap<Value> {
  /** The latest used at the end. */
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;
  readonly #isNeeded: (value: Value) => boolean;

  constructor(capacity: number, isNeeded: (value: Value) => boolean = () => false) {
    this.#capacity = capacity;
    this.#isNeeded = isNeeded;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#use(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#use(key, value);
    this.trim();
  }

  /** Drops what exceeds the capacity and is needed no more. The latest entry always stays. */
  trim(): void {
    for (const [key, value] of [...this.#entries].slice(0, -1)) {
      if (this.#entries.size <= this.#capacity) return;
      if (!this.#isNeeded(value)) this.#entries.delete(key);
    }
  }

  #use(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
