/** Another OpenID provider on this machine, whose people are whoever the test says. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface UpstreamClaims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export class UpstreamProvider {
  readonly issuer: string;
  readonly #server: Server;
  /** Who is sitting at the other provider. */
  person: UpstreamClaims = { sub: 'nobody' };
  /** The person turns back there instead. */
  refuses = false;

  private constructor(server: Server, redirectUri: string) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: 'countersign', client_secret: 'the secret', redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: true,
      cookies: { keys: ['a key for tests'] },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    });
    const callback = provider.callback();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/')) void this.#interact(provider, request, response);
      else void callback(request, response);
    });
  }

  static async open(redirectUri: string): Promise<UpstreamProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new UpstreamProvider(server, redirectUri);
  }

  async #interact(provider: Provider, ...[request, response]: Parameters<ReturnType<Provider['callback']>>): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    if (this.refuses) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const grant = new provider.Grant({ accountId: this.person.sub, clientId: 'countersign' });
    grant.addOIDCScope('openid email profile');
    const result = details.prompt.name === 'login' ? { login: { accountId: this.person.sub } } : { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  /** Goes through the other provider's pages, as a browser does, to the address it sends back to. */
  async visit(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    let current = address;
    for (let hops = 0; hops < 12; hops += 1) {
      const response = await fetch(current, { redirect: 'manual', headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status} ${await response.text()}`);
      current = new URL(location, this.issuer).href;
      if (!current.startsWith(this.issuer)) return current;
    }
    throw new Error('the redirects did not end');
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
