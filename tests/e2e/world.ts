import { createNodeEngine, type Engine } from '@countersign/core/node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { type Contexts, keepPicturesOfFailure, openContexts } from '../support/chromium.ts';
import { Mailbox } from '../support/mailbox.ts';
import { HostedServer } from '../support/hosted-server.ts';
import { Product, type ServerUnderTest } from '../support/product.ts';

/** What a file of journeys shares: the product with a mail server, a browser, a folder for files. */
export interface World {
  mailbox: Mailbox;
  product: Product;
  browser: Contexts;
  folder: string;
  /** Writes a file that people can choose, and gives its path. */
  file(name: string, bytes: Uint8Array | string): string;
  /** The document core, for what is made without a browser. */
  engine(): Promise<Engine>;
  /** The project's own form, under a name. */
  ownForm(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts everything, with a database of the run's server, in the process of the worker's servers; what was started ends with `close`. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const database = await createTestDatabase(inject('testServer'));
  const world = await open({ DATABASE_URL: database.connectionString, SECRET_KEY: inject('secretKey').trim(), ...env }, openContexts, new HostedServer());
  return {
    ...world,
    close: async () => {
      await world.close();
      await database.drop();
    },
  };
}

/** The same in a process of its own with the database that the product brings along, as on somebody's own machine; a bench brings a browser of its own. */
export function openWorldAlone(env: Record<string, string> = {}, openBrowser: () => Promise<Contexts> = openContexts): Promise<World> {
  return open(env, openBrowser);
}

async function open(env: Record<string, string>, openBrowser: () => Promise<Contexts>, server?: ServerUnderTest): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-journey-'));
  const mailbox = await Mailbox.open();
  const [product, browser] = await Promise.all([Product.start({ SMTP_URL: mailbox.url, ...env }, server), openBrowser()]);
  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  let engine: Promise<Engine> | undefined;
  return {
    mailbox,
    product,
    browser,
    folder,
    file,
    engine: () => (engine ??= createNodeEngine()),
    ownForm: async (name) => file(name, await makeOwnForm()),
    close: async () => {
      await Promise.all([browser.close(), product.stop(), engine?.then((started) => started.close())]);
      await mailbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tests of a file, or of a group in it, take place in a world of their own; `begin` gets it when it stands. Of what fails, pictures are kept. */
export function inWorld(begin: (world: World) => unknown, open: () => Promise<World> = openWorld): void {
  let world: World | undefined;
  beforeAll(async () => {
    world = await open();
    await begin(world);
  });
  beforeEach(() => world && keepPicturesOfFailure(world.browser));
  afterAll(() => world?.close());
}
