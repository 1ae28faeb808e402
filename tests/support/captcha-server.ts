/** A CAPTCHA provider on this machine: verification by the published `siteverify` protocol, and a widget with the API of Turnstile. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const secret = 'secret-of-the-installation';
const siteKey = 'site-key';

export class CaptchaServer {
  /** Forms that were sent for verification. */
  readonly requests: Record<string, string>[] = [];
  readonly url: string;
  /** What verifications are answered with instead: a status, a cut connection, no answer, or no check of whether a token was used. */
  trouble: number | 'cut' | 'silence' | 'lax' | undefined;
  /** Text that a verification is answered with instead. */
  nonsense: string | undefined;
  /** Whether the script of the widget is missing. */
  hasScript = true;
  readonly #tokens = new Map<string, string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async open(): Promise<CaptchaServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CaptchaServer(server);
  }

  /** Settings of an installation that uses this provider. */
  get settings() {
    return {
      CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET_KEY: secret,
      CAPTCHA_VERIFY_URL: `${this.url}/siteverify`, CAPTCHA_SCRIPT_URL: `${this.url}/api.js`,
    };
  }

  /** Token of a CAPTCHA that was passed on a page of this host. */
  token(hostname = 'localhost'): string {
    const token = randomBytes(24).toString('base64url');
    this.#tokens.set(token, hostname);
    return token;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname === '/siteverify') return this.#verify(request, response);
    if (url.pathname === '/api.js' && this.hasScript) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (url.pathname === '/frame') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(frame);
    if (url.pathname === '/solve') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(this.token(url.searchParams.get('host') ?? ''));
    response.writeHead(404).end();
  }

  async #verify(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = Object.fromEntries(new URLSearchParams(text));
    this.requests.push(form);
    if (this.trouble === 'silence') return;
    if (this.trouble === 'cut') return void request.socket.destroy();
    const status = typeof this.trouble === 'number' ? this.trouble : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(this.nonsense ?? JSON.stringify(this.#answer(form)));
  }

  #answer(form: Record<string, string>): object {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    if (form.secret !== secret) return refuse('invalid-input-secret');
    const hostname = this.#tokens.get(form.response ?? '');
    if (hostname === undefined) return refuse('invalid-input-response');
    if (hostname === '') return refuse('timeout-or-duplicate');
    if (this.trouble !== 'lax') this.#tokens.set(form.response ?? '', '');
    return { success: true, challenge_ts: new Date().toISOString(), hostname, 'error-codes': [] };
  }
}

/** As Turnstile: a frame from the provider, which reports the token to the page. */
const script = `(() => {
  const address = new URL(document.currentScript.src);
  const listeners = new Map();
  window.turnstile = {
    render(place, options) {
      const frame = document.createElement('iframe');
      const query = new URLSearchParams({ host: location.hostname, key: options.sitekey, theme: options.theme, language: options.language, size: options.size });
      frame.src = address.origin + '/frame?' + query;
      frame.title = 'Widget of the provider';
      frame.style.cssText = 'border: 0; height: 65px; width: ' + (options.size === 'compact' ? '150px' : '100%');
      const listener = ({ origin, data }) => { if (origin === address.origin) (data === '' ? options['error-callback']('300010') : options.callback(data)); };
      addEventListener('message', listener);
      listeners.set(String(listeners.size), listener);
      place.append(frame);
      return String(listeners.size - 1);
    },
    remove(id) { removeEventListener('message', listeners.get(id)); },
  };
  window[address.searchParams.get('onload')]();
})();`;

const frame = `<!doctype html><title>Widget</title><style>body{margin:0;font:16px sans-serif}</style>
<label><input type="checkbox"> I'm not a robot</label> <button>Fail</button>
<script>
document.querySelector('input').onchange = async () => parent.postMessage(await (await fetch('/solve' + location.search)).text(), '*');
document.querySelector('button').onclick = () => parent.postMessage('', '*');
</script>`;
