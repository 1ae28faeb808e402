/** A thread of its own: asks `/healthz` again and again, and tells how long the answers took, in milliseconds, when it is asked to. */
import { parentPort, workerData } from 'node:worker_threads';

const { url } = workerData as { url: string };
const everyMs = 20;
let times: number[] = [];

parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});
for (;;) {
  const began = performance.now();
  await fetch(`${url}/healthz`).then((answer) => answer.arrayBuffer());
  times.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
