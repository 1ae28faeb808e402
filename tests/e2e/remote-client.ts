import type { Page } from 'playwright';
import { Client } from '../api/client.ts';
import { overNetwork } from '../support/over-network.ts';

/** Somebody who is signed in in a browser, and now uses their token without the web app. */
export async function clientOf(page: Page, url: string, email: string): Promise<Client> {
  const { token, userId, agent } = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('oidc.user:'));
    const user: { access_token: string; profile: { sub: string } } = JSON.parse(sessionStorage.getItem(key ?? '') ?? 'null');
    return { token: user.access_token, userId: user.profile.sub, agent: navigator.userAgent };
  });
  return new Client(overNetwork(url), email, { userId, token, headers: { authorization: `Bearer ${token}`, 'user-agent': agent } });
}
