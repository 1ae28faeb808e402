import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { launchBrowser } from '../support/chromium.ts';
import { Mailbox } from '../support/mailbox.ts';
import { Product } from '../support/product.ts';

/** What a file of journeys shares: the product with a mail server, a browser, a folder for files. */
export interface World {
  mailbox: Mailbox;
  product: Product;
  browser: Browser;
  folder: string;
  /** Writes a file that people can choose, and gives its path. */
  file(name: string, bytes: Uint8Array | string): string;
  /** The project's own form, under a name. */
  ownForm(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts everything; what was started ends with `close`. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-journey-'));
  const mailbox = await Mailbox.open();
  const [product, browser] = await Promise.all([Product.start({ SMTP_URL: mailbox.url, ...env }), launchBrowser()]);
  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    mailbox,
    product,
    browser,
    folder,
    file,
    ownForm: async (name) => file(name, await makeOwnForm()),
    close: async () => {
      await browser.close();
      await product.stop();
      await mailbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
