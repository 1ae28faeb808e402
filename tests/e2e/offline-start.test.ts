/** The app without its server: it starts, shows what this browser has seen, and goes on when the server is back. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { makeRequest, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const withServiceWorker = { ...devices.desk, serviceWorkers: 'allow' } as const;

describe('a browser whose server is away', () => {
  let world: World;
  let page: Page;
  let address: string;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world, ada, withServiceWorker);
    const { id } = await makeRequest(world, page, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] });
    address = `${world.product.url}/transaction/${id}`;
  }, openWorldAlone);

  /** A tab of the same browser, with a session of its own. */
  const newTab = async (url: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(url);
    return tab;
  };
  /** What is shown is stored some seconds after the start. */
  const isStored = async (tab: Page, database: string, store: string, key: string): Promise<void> => {
    await expect.poll(() => tab.evaluate(async ([name, place, part]) => {
      // The app makes it, with what belongs into it.
      if (!(await indexedDB.databases()).some((each) => each.name === name)) return false;
      return new Promise<boolean>((resolve) => {
        indexedDB.open(name).onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest;
          result.transaction(place).objectStore(place).getAllKeys().onsuccess = (event) => {
            resolve((event.target as IDBRequest<string[]>).result.some((each) => each.includes(part)));
            result.close();
          };
        };
      });
    }, [database, store, key] as const)).toBe(true);
  };
  const isOffline = (tab: Page) => tab.getByText("You're offline").waitFor();

  test('keeps the app after the first visit', async () => {
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('link', { name: 'Lease.pdf' }).first().waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'Status' }).waitFor();
    await page.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await isStored(page, 'countersign-bodies', 'bodies', '/');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe('activated');
    await page.close();
    page = await newTab(`${world.product.url}/transactions`);
    await page.getByRole('link', { name: 'Lease.pdf' }).first().waitFor();
    await page.reload();
    await isStored(page, 'countersign', 'cache', 'transactions.list');
  });

  test('starts in a new tab, with lists and documents', async () => {
    await world.product.end('SIGKILL');
    const tab = await newTab(`${world.product.url}/transactions`);
    await tab.getByRole('link', { name: 'Lease.pdf' }).first().waitFor();
    await isOffline(tab);
    await tab.getByRole('link', { name: 'Lease.pdf' }).first().click();
    await tab.getByRole('heading', { name: 'Status' }).waitFor();
    await tab.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await tab.reload();
    await tab.locator('[data-page="1"] [data-shown] canvas').waitFor();
    expect(new URL(tab.url()).pathname).toBe(new URL(address).pathname);
    await tab.close();
  });

  test('goes on with the same person when the server is back', async () => {
    const tab = await newTab(address);
    await isOffline(tab);
    await world.product.start();
    await expect.poll(() => tab.getByText("You're offline").count()).toBe(0);
    // Something that only the server does.
    await tab.goto(`${world.product.url}/profile`);
    await tab.getByText('ada@example.com').first().waitFor();
    expect(new URL(tab.url()).pathname).toBe('/profile');
    await tab.close();
  });

  test('shows nothing of somebody who has signed out', async () => {
    const tab = await newTab(`${world.product.url}/transactions`);
    await tab.getByRole('button', { name: /Ada Byron/ }).first().click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.waitForURL(/\/sign-in/);
    await world.product.end('SIGKILL');
    const after = await newTab(`${world.product.url}/transactions`);
    // A visitor's page needs no server, so it says nothing of it.
    await after.getByRole('navigation').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await after.getByText('Lease.pdf').count()).toBe(0);
    const stored = await after.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('countersign'));
      const valuesOf = (name: string) => new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames];
          if (stores.length === 0) return resolve([]);
          const transaction = opening.result.transaction(stores);
          const found: unknown[] = [];
          for (const store of stores) transaction.objectStore(store).getAll().onsuccess = ({ target }) => found.push(...(target as IDBRequest<unknown[]>).result);
          transaction.oncomplete = () => resolve(found);
        };
      });
      return (await Promise.all(names.map(valuesOf))).flat().length;
    });
    expect(stored).toBe(0);
  });

  test('opens screens for the first time in the page of the first visit', async () => {
    await world.product.start();
    const first = await signedIn(world, { email: 'grace@example.com', first: 'Grace', last: 'Hopper' }, withServiceWorker);
    await expect.poll(() => first.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    // The texts come last.
    await expect.poll(() => first.evaluate(async () => (await (await caches.open('countersign-assets')).keys()).some(({ url }) => /\/assets\/en-/.test(url)))).toBe(true);
    await world.product.end('SIGKILL');
    await first.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
    await first.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await isOffline(first);
  });
});
