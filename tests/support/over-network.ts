import type { Reachable } from '../api/client.ts';

/** The product behind its address, over real HTTP. */
export function overNetwork(url: string): Reachable {
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
