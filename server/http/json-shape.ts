/**
 * Checks the shape of JSON text before it is parsed: nesting depth, elements per array or object, total number of
 * values. Reads bytes in chunks, as they arrive.
 */
import { requestBodies } from '#contract/limits/calls.ts';
import { AppError } from '#server/platform/app-error.ts';

const quote = 0x22, backslash = 0x5c, comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

const refusal = (message: string): AppError => new AppError('request_validation_error', [{ path: 'body', message }]);

export class JsonShape {
  /** Element counts of the arrays and objects that are open. */
  readonly #open: number[] = [];
  #values = 0;
  #inText = false;
  #escaped = false;

  /** Throws `request_validation_error` when the text exceeds a limit of depth, length or number of values. */
  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inText) this.#readText(byte);
      else if (byte === quote) this.#inText = true;
      else if (byte === comma) this.#count();
      else if (opening.has(byte)) this.#descend();
      else if (closing.has(byte)) this.#open.pop();
    }
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inText = false;
  }

  #descend(): void {
    if (this.#open.push(1) > requestBodies.depth) throw refusal(`Nested deeper than ${requestBodies.depth}`);
    this.#values += 1;
  }

  #count(): void {
    const last = this.#open.length - 1;
    if (last < 0) return;
    const elements = (this.#open[last] ?? 0) + 1;
    this.#open[last] = elements;
    this.#values += 1;
    if (elements > requestBodies.elements) throw refusal(`More than ${requestBodies.elements} elements in one place`);
    if (this.#values > requestBodies.values) throw refusal(`More than ${requestBodies.values} values`);
  }
}
