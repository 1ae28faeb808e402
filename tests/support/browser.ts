/** A browser's part of a sign-in, without a browser: keeps cookies and follows what it is told. */
import { createHash, randomBytes } from 'node:crypto';
import type { App } from '#server/http/app.types.ts';

type Response = Awaited<ReturnType<App['inject']>>;

export const origin = 'http://localhost:3000';

export class Browser {
  readonly #app: App;
  readonly #network: string;
  readonly cookies = new Map<string, string>();

  /** `network` is the address that its requests come from. */
  constructor(app: App, network = '127.0.0.1') {
    this.#app = app;
    this.#network = network;
  }

  async request(method: 'GET' | 'POST' | 'HEAD', address: string, options: { json?: object; form?: Record<string, string>; headers?: Record<string, string> } = {}): Promise<Response> {
    const { pathname, search } = new URL(address, origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#app.inject({
      method,
      url: pathname + search,
      remoteAddress: this.#network,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(options.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...options.headers,
      },
      ...(options.json === undefined ? {} : { payload: options.json }),
      ...(options.form === undefined ? {} : { payload: new URLSearchParams(options.form).toString() }),
    });
    for (const { name, value, expires } of response.cookies) {
      if (value === '' || (expires !== undefined && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Opens an address and goes on, through redirects and forms that submit themselves, until a page of the app. */
  async navigate(address: string): Promise<URL> {
    let response = await this.request('GET', address);
    let current = address;
    for (let hops = 0; hops < 10; hops += 1) {
      const form = /<form method="post" action="([^"]+)">/.exec(response.body);
      if (form?.[1] !== undefined) {
        const inputs = [...response.body.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
        response = await this.request('POST', form[1], { form: Object.fromEntries(inputs) });
        continue;
      }
      const location = response.headers.location;
      if (location === undefined) return new URL(current, origin);
      current = location;
      const target = new URL(location, origin);
      if (['/authorize', '/sign-in', '/silent_renew', '/'].includes(target.pathname)) return target;
      response = await this.request('GET', location);
    }
    throw new Error('the redirects did not end');
  }
}

export interface AuthorizationRequest {
  url: string;
  verifier: string;
}

export function authorizationRequest(parameters: Record<string, string> = {}): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'countersign-web',
    response_type: 'code',
    redirect_uri: `${origin}/authorize`,
    scope: 'openid profile email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url: `/oauth/authorize?${query}`, verifier };
}

export async function exchange(browser: Browser, returned: URL, verifier: string, redirectUri = `${origin}/authorize`): Promise<Response> {
  return browser.request('POST', '/oauth/token', {
    form: { grant_type: 'authorization_code', code: returned.searchParams.get('code') ?? '', client_id: 'countersign-web', redirect_uri: redirectUri, code_verifier: verifier },
  });
}
