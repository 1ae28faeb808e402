/**
 * A gateway for text messages over HTTP: `POST` of `{ id, to, text }` as JSON, with a bearer token if configured. A
 * status from 400 to 499 is permanent; everything else is retried.
 */
import type { Config } from '#server/platform/config.ts';

export class TextRefused extends Error {
  override readonly name = 'TextRefused';
}

export interface TextGateway {
  send(text: { id: string; to: string; text: string }): Promise<void>;
}

const timeLimit = 15_000;

export function httpGateway({ url, token }: NonNullable<Config['sms']>): TextGateway {
  return {
    send: async (text) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(text),
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimit),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const reason = `the gateway answered ${response.status}`;
      const final = response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
      throw final ? new TextRefused(reason) : new Error(reason);
    },
  };
}
