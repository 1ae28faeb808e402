/** References of bodies, numbered, in some twenty bytes each: an installation may have millions. */
import { isReference } from '#server/adapters/storage/storage.ts';

const firstCapacity = 1024;
/** Filled to at most this share, a look-up takes few steps. */
const fullest = 0.7;

export class ReferenceIndex {
  #capacity = firstCapacity;
  /** Two numbers a place: the last 64 bits of a reference, which are random. */
  #keys = new Uint32Array(2 * firstCapacity);
  #numbers = new Uint32Array(firstCapacity);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a reference, from 1; of a known one the same again. 0: this is no reference. */
  add(ref: string): number {
    if (!isReference(ref)) return 0;
    if (this.#size >= this.#capacity * fullest) this.#grow();
    const [high, low] = keyOf(ref);
    const place = this.#placeOf(high, low);
    const known = this.#numbers[place] ?? 0;
    return known > 0 ? known : this.#put(place, { high, low, number: (this.#size += 1) });
  }

  /** Returns 0 for one that was not added. */
  find(ref: string): number {
    return isReference(ref) ? (this.#numbers[this.#placeOf(...keyOf(ref))] ?? 0) : 0;
  }

  /** Where it is, or the free place for it. */
  #placeOf(high: number, low: number): number {
    let place = low % this.#capacity;
    while (this.#numbers[place] !== 0 && !(this.#keys[2 * place] === high && this.#keys[2 * place + 1] === low)) place = (place + 1) % this.#capacity;
    return place;
  }

  #put(place: number, { high, low, number }: { high: number; low: number; number: number }): number {
    this.#keys[2 * place] = high;
    this.#keys[2 * place + 1] = low;
    this.#numbers[place] = number;
    return number;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#capacity *= 2;
    this.#keys = new Uint32Array(2 * this.#capacity);
    this.#numbers = new Uint32Array(this.#capacity);
    for (const [place, number] of numbers.entries()) {
      const [high = 0, low = 0] = [keys[2 * place], keys[2 * place + 1]];
      if (number > 0) this.#put(this.#placeOf(high, low), { high, low, number });
    }
  }
}

const keyOf = (ref: string): [high: number, low: number] => [Number.parseInt(ref.slice(-16, -8), 16), Number.parseInt(ref.slice(-8), 16)];
