import { afterEach, describe, expect, test, vi } from 'vitest';
import { BlobSource } from './blob-source.ts';
import { toSyncSource } from './source.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, index) => index);
/** Ranges that were sliced from a file. */
const ranges: number[][] = [];

/** A file whose bytes are available synchronously, as through FileReaderSync. */
class VisibleFile extends Blob {
  readonly content: Uint8Array<ArrayBuffer>;

  constructor(content: Uint8Array<ArrayBuffer>) {
    super([content]);
    this.content = content;
  }

  override slice(start = 0, end = this.size): Blob {
    ranges.push([start, end]);
    return new VisibleFile(this.content.slice(start, end));
  }
}

/** FileReaderSync, which exists in workers only. */
class WorkerReader {
  readAsArrayBuffer(blob: VisibleFile): ArrayBuffer {
    return blob.content.buffer;
  }
}

const inWorker = (): unknown => vi.stubGlobal('FileReaderSync', WorkerReader);

afterEach(() => {
  vi.unstubAllGlobals();
  ranges.length = 0;
});

describe('a file in a worker', () => {
  test('is read by range, never as a whole', () => {
    inWorker();
    const source = new BlobSource(new VisibleFile(bytes));
    expect(source.length).toBe(100);
    const into = new Uint8Array(10);
    source.read(37, into);
    expect(into).toEqual(bytes.slice(37, 47));
    source.read(90, into);
    expect(into).toEqual(bytes.slice(90));
    expect(ranges).toEqual([[37, 47], [90, 100]]);
    source.close();
  });

  test('reports that it ended before the requested range', () => {
    inWorker();
    const source = new BlobSource(new VisibleFile(bytes));
    const into = new Uint8Array(10).fill(7);
    expect(() => source.read(95, into)).toThrow(RangeError);
    expect(into).toEqual(new Uint8Array(10).fill(7));
  });

  test('passes on errors of the reader, for example for a file changed on disk', () => {
    class Refusing {
      readAsArrayBuffer(): never {
        throw new DOMException('changed', 'NotReadableError');
      }
    }
    vi.stubGlobal('FileReaderSync', Refusing);
    const source = new BlobSource(new VisibleFile(bytes));
    expect(() => source.read(0, new Uint8Array(1))).toThrow('changed');
  });

  test('is the source of a document, alone or with appended revisions', async () => {
    inWorker();
    expect(await toSyncSource(new VisibleFile(bytes))).toBeInstanceOf(BlobSource);
    const both = await toSyncSource([new VisibleFile(bytes), Uint8Array.of(200, 201)]);
    const into = new Uint8Array(4);
    both.read(98, into);
    expect([both.length, ...into]).toEqual([102, 98, 99, 200, 201]);
    expect(ranges).toEqual([[98, 100]]);
  });
});

describe('outside a worker', () => {
  test('a blob source is not available', () => {
    expect(BlobSource.isPossible()).toBe(false);
    expect(() => new BlobSource(new VisibleFile(bytes))).toThrow(TypeError);
  });

  test('a file is read once', async () => {
    const source = await toSyncSource(new VisibleFile(bytes));
    expect(source.view?.(3, 5)).toEqual(bytes.slice(3, 5));
    expect(ranges).toEqual([]);
  });
});
