import { readFileSync } from 'node:fs';

/**
 * How much of a WebAssembly memory is in use, in bytes: what was touched of what was asked for. A module may ask for more than it
 * uses, which takes no room. Linux tells it of each range of addresses; elsewhere it is all that was asked for.
 */
export function touchedMemory({ buffer }: WebAssembly.Memory): number {
  if (process.platform !== 'linux') return buffer.byteLength;
  const ranges = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  // Engines keep a memory in a range of its own, with nothing but guards around it.
  const range = ranges.find((one) => one.includes(' rw-p 00000000 00:00 0 ') && kilobytes(one, 'Size') * 1024 === buffer.byteLength);
  if (!range) throw new Error('/proc/self/smaps tells no range of the memory');
  return kilobytes(range, 'Rss') * 1024;
}

function kilobytes(range: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(range)?.[1] ?? 0);
}
