import { createNodeEngine } from '@countersign/core/node';
import { peakMemory } from '../peak-memory.ts';
import { hugeValues } from './huge-file.ts';

// One run in a process of its own: `node measure.ts FILE`, or without a file to see what the engine takes alone.
const [path] = process.argv.slice(2);
const engine = await createNodeEngine();
const began = performance.now();
let newBytes = 0;
if (path !== undefined) {
  const document = await engine.open({ path });
  const tail = await document.merge(hugeValues());
  newBytes = tail.bytes.length;
}
const milliseconds = performance.now() - began;
console.log(JSON.stringify({ milliseconds, newBytes, peakMegabytes: peakMemory() / 1024 / 1024 }));
await engine.close();
