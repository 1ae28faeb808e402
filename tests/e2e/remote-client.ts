import type { Page } from 'playwright';
import { Client, type Reachable } from '../api/client.ts';

/** The product behind its address, over real HTTP. */
function overNetwork(url: string): Reachable {
  return {
    app: {
      inject: async ({ method, url: path, headers, payload }) => {
        const body = payload === undefined || Buffer.isBuffer(payload) ? new Uint8Array(payload ?? []) : JSON.stringify(payload);
        const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
        const response = await fetch(new URL(path, url), { method, headers: { ...type, ...headers }, ...(payload ? { body } : {}) });
        const rawPayload = Buffer.from(await response.arrayBuffer());
        const text = rawPayload.toString();
        return { statusCode: response.status, body: text, rawPayload, json: () => JSON.parse(text) };
      },
    },
  };
}

/** Somebody who is signed in in a browser, and now uses their token without the web app. */
export async function clientOf(page: Page, url: string, email: string): Promise<Client> {
  const { token, userId } = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('oidc.user:'));
    const user: { access_token: string; profile: { sub: string } } = JSON.parse(sessionStorage.getItem(key ?? '') ?? 'null');
    return { token: user.access_token, userId: user.profile.sub };
  });
  return new Client(overNetwork(url), email, { userId, token, headers: { authorization: `Bearer ${token}` } });
}
