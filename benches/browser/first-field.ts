/**
 * What a recipient with a telephone waits for: from the address of the request until the first field can be filled in.
 *
 *   npm run measure:phone                  three times, in a browser without anything of ours
 *   npm run measure:phone -- --runs 1 --each     names every request that came
 *
 * With `--sign`: what they wait for from "Sign" to "You have signed", of 49 MB that they have read. `--before DIR` measures
 * another build of the web app first; `--each` names the functions that were at work.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arrive, type Arrival, forTheField, goals, prepare, telephone } from '../../tests/e2e/phone-arrival.ts';
import { launchBrowser } from '../../tests/support/chromium.ts';
import { openWorldAlone } from '../../tests/e2e/world.ts';
import { root } from '../../tests/support/shared.ts';
import { longContract } from './documents.ts';
import { kindOf, kinds, tally } from './kinds.ts';
import { signatureText, signingGoals, signOnPhone } from './signature.ts';

const { values: wanted } = parseArgs({ options: { runs: { type: 'string', default: '3' }, each: { type: 'boolean', default: false }, sign: { type: 'boolean', default: false }, before: { type: 'string' } } });

function sayEach({ came }: Arrival): void {
  for (const { path, type, requested, answered, ended, bytes } of came) {
    const times = [requested, answered, ended].map((at) => (at / 1000).toFixed(2).padStart(6)).join(' ');
    console.log(`  ${times} ${(bytes / 1000).toFixed(1).padStart(7)} kB ${kindOf({ path, type }).padEnd(7)} ${path}`);
  }
}

function report(arrivals: readonly Arrival[]): string {
  const header = ['run', 'shell, s', 'first field, s', 'page, s', 'requests', 'kB', ...kinds.map((kind) => `${kind}, kB`)];
  const rows = arrivals.map(({ shell, field, page, came }, at) => {
    const { kilobytes, of } = tally(forTheField(came));
    return [at + 1, shell.toFixed(2), field.toFixed(2), page.toFixed(2), came.length, kilobytes.toFixed(0), ...kinds.map((kind) => of[kind].toFixed(0))];
  });
  const goal = ['goal', goals.shell, goals.field, '', goals.requests, goals.kilobytes, ...kinds.map(() => '')];
  return [header, header.map(() => '---'), ...rows, goal].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function measureArrivals(): Promise<void> {
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
}

/** One build of the web app after the other, each with a product of its own. */
async function measureSignatures(): Promise<void> {
  const subject = await longContract(join(root, '.setup', 'bench', 'browser'), 200, 49);
  for (const build of [wanted.before, undefined].slice(wanted.before ? 0 : 1)) {
    const browser = await launchBrowser();
    const world = await openWorldAlone(build ? { WEB_DIR: build } : {}, async () => browser);
    try {
      for (let run = 1; run <= Number(wanted.runs); run += 1) console.log(`${build ?? 'this build'} #${run}: ${signatureText(await signOnPhone({ ...world, browser }, subject, { number: run, profile: wanted.each }))}`);
    } finally {
      await world.close();
    }
  }
  console.log(`goals: ${signingGoals.seconds} s, down ${signingGoals.down} ×, up ${signingGoals.up} ×, no task above ${signingGoals.longTask} ms`);
}

await (wanted.sign ? measureSignatures() : measureArrivals());
