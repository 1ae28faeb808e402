/**
 * Verifies one file without asking about trust, in a process of its own: `measure.ts FILE`. Prints the processor time from opening to
 * the verdict, the peak memory of the process, and how many signatures passed.
 */
import { createNodeEngine } from '@countersign/core/node';
import { peakMemory } from '../peak-memory.ts';

const [path = ''] = process.argv.slice(2);
const engine = await createNodeEngine();
const began = process.cpuUsage();
const document = await engine.open({ path });
const reports = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000), ignoreTrust: true });
const { user, system } = process.cpuUsage(began);
const passed = reports.filter(({ acceptable }) => acceptable).length;
console.log(JSON.stringify({ seconds: (user + system) / 1e6, megabytes: peakMemory() / 1024 / 1024, signatures: reports.length, passed }));
await engine.close();
