/**
 * What a recipient with a telephone waits for: from the address of the request until the first field can be filled in.
 *
 *   npm run measure:phone                  three times, in a browser without anything of ours
 *   npm run measure:phone -- --runs 1 --each     names every request that came
 */
import { parseArgs } from 'node:util';
import { arrive, type Arrival, goals, prepare, telephone } from '../../tests/e2e/phone-arrival.ts';
import { launchBrowser } from '../../tests/support/chromium.ts';
import { openWorldAlone } from '../../tests/e2e/world.ts';
import { kindOf, kinds, tally } from './kinds.ts';

const { values: wanted } = parseArgs({ options: { runs: { type: 'string', default: '3' }, each: { type: 'boolean', default: false } } });

function sayEach({ came }: Arrival): void {
  for (const { path, type, asked, answered, ended, bytes } of came) {
    const times = [asked, answered, ended].map((at) => (at / 1000).toFixed(2).padStart(6)).join(' ');
    console.log(`  ${times} ${(bytes / 1000).toFixed(1).padStart(7)} kB ${kindOf({ path, type }).padEnd(7)} ${path}`);
  }
}

function report(arrivals: readonly Arrival[]): string {
  const header = ['run', 'shell, s', 'first field, s', 'page, s', 'requests', 'kB', ...kinds.map((kind) => `${kind}, kB`)];
  const rows = arrivals.map(({ shell, field, page, came }, at) => {
    const { requests, kilobytes, of } = tally(came);
    return [at + 1, shell.toFixed(2), field.toFixed(2), page.toFixed(2), requests, kilobytes.toFixed(0), ...kinds.map((kind) => of[kind].toFixed(0))];
  });
  const goal = ['goal', goals.shell, goals.field, '', goals.requests, goals.kilobytes, ...kinds.map(() => '')];
  return [header, header.map(() => '---'), ...rows, goal].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const world = await openWorldAlone({}, launchBrowser);
try {
  const prepared = await prepare(world);
  const arrivals: Arrival[] = [];
  for (let run = 1; run <= Number(wanted.runs); run += 1) {
    const arrival = await arrive(world, prepared);
    arrivals.push(arrival);
    if (wanted.each) sayEach(arrival);
  }
  console.log(`${telephone.bitsPerSecond / 1e6} Mbit/s, ${telephone.latency} ms there and back, processor ${telephone.cpuSlowdown} times slower, nothing in the browser's cache\n`);
  console.log(report(arrivals));
} finally {
  await world.close();
}
