import { readFileSync } from 'node:fs';
import { devices, newPerson } from '../../tests/support/chromium.ts';
import { linkIn } from '../../tests/support/mailbox.ts';
import { ada, signedIn } from '../../tests/e2e/signed-in.ts';
import { fieldFor, makeRequest, recipient } from '../../tests/e2e/requests.ts';
import type { World } from '../../tests/e2e/world.ts';
import type { Subject } from './documents.ts';
import { type Passed, slowNetwork } from './slow-network.ts';

/** A telephone on its way: issue 6, measures. */
export const telephone = { cpuSlowdown: 4, bitsPerSecond: 9e6, latency: 170 } as const;

export interface Arrival {
  readonly subject: string;
  readonly megabytes: number;
  /** Seconds from the link to the first field, and to the picture of the page under it. */
  readonly field: number;
  readonly picture: number;
  /** Kilobytes that came until the first field: of the app itself, and of everything. */
  readonly code: number;
  readonly all: number;
  /** Everything that came, for whoever asks where the seconds went. */
  readonly passed: readonly Passed[];
}

const KILOBYTE = 1000;
const isCode = (type: string): boolean => /javascript|css|wasm|html/.test(type);

/** Somebody is asked for a signature, and opens the link of the mail on a telephone. */
export async function arrive(world: World, subject: Subject, number: number): Promise<Arrival> {
  const bytes = readFileSync(subject.path);
  const email = `grace-${subject.name}-${number}@example.com`;
  const sender = await signedIn(world, { ...ada, email: `ada-${subject.name}-${number}@example.com` });
  await makeRequest(world, sender, { name: `${subject.name}.pdf`, bytes, recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text'), fieldFor(email, 'signature', 1)] });
  await sender.context().close();
  const link = linkIn(await world.mailbox.next(email), /\/transaction\//);
  const network = await slowNetwork(telephone);
  const page = await newPerson(world.browser, { ...devices.phone, proxy: { server: network.address, bypass: '<-loopback>' } });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: telephone.cpuSlowdown });
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    await page.goto(link, { waitUntil: 'commit' });
    await page.locator('[data-place]').first().waitFor({ timeout: 240_000 });
    const field = since();
    const came = [...network.received];
    await page.locator('[data-page="1"] [data-shown]').first().waitFor({ timeout: 240_000 });
    const sum = (of: readonly (readonly [string, number])[]): number => of.reduce((total, [, size]) => total + size, 0) / KILOBYTE;
    return { subject: subject.name, megabytes: bytes.length / 1e6, field, picture: since(), code: sum(came.filter(([type]) => isCode(type))), all: sum(came), passed: network.passed };
  } finally {
    await page.context().close();
    network.close();
  }
}
