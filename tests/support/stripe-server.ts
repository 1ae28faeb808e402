/** As much of Stripe's published API as a card that is saved and charged needs, on this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeCall {
  path: string;
  form: URLSearchParams;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
}

const declined = (code: string, more: object = {}) => ({
  status: 402, body: { error: { type: 'card_error', code, decline_code: code === 'card_declined' ? 'generic_decline' : undefined, message: 'Your card was declined.', ...more } },
});

export class StripeServer {
  readonly calls: StripeCall[] = [];
  readonly url: string;
  /** What the next requests are answered with instead, by status; 0 cuts the connection, and silence does not answer. */
  troubles: (number | 'silence')[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, { status: number; body: object }>();
  #number = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async open(): Promise<StripeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StripeServer(server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const key = request.headers['idempotency-key'];
    const call = { path: request.url ?? '', form: new URLSearchParams(text), idempotencyKey: typeof key === 'string' ? key : undefined, authorization: request.headers.authorization };
    this.calls.push(call);
    const trouble = this.troubles.shift();
    if (trouble === 'silence') return;
    if (trouble === 0) return void request.socket.destroy();
    const answer = trouble === undefined ? this.#once(call) : { status: trouble, body: { error: { type: 'api_error', message: 'Down.' } } };
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': `req_${this.calls.length}` }).end(JSON.stringify(answer.body));
  }

  /** The same key gives the same answer, and does nothing again. */
  #once(call: StripeCall): { status: number; body: object } {
    const known = call.idempotencyKey === undefined ? undefined : this.#answers.get(call.idempotencyKey);
    const answer = known ?? this.#answer(call);
    if (call.idempotencyKey !== undefined) this.#answers.set(call.idempotencyKey, answer);
    return answer;
  }

  #answer({ path, form }: StripeCall): { status: number; body: object } {
    const [, , resource = '', id = '', act] = path.split('?')[0]!.split('/');
    const next = (prefix: string): string => `${prefix}_${this.#number += 1}`;
    if (resource === 'customers') return { status: 200, body: { id: id || next('cus'), object: 'customer' } };
    if (resource === 'payment_methods') return this.#method(id || form.get('card[token]') || '', act);
    if (resource === 'setup_intents') return { status: 200, body: { id: next('seti'), object: 'setup_intent', client_secret: 'seti_secret' } };
    if (resource === 'payment_intents') return this.#charge(next('pi'), form);
    if (resource === 'identity') return this.#session(act, next('vs'));
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } } };
  }

  /** A visit to its page where papers and face are looked at (docs.stripe.com/identity/verification-sessions). */
  #session(known: string | undefined, next: string): { status: number; body: object } {
    const id = known ?? next;
    const status = known === undefined ? 'requires_input' : 'canceled';
    return { status: 200, body: { id, object: 'identity.verification_session', status, url: known === undefined ? `https://verify.example/start/${id}` : null } };
  }

  #method(id: string, act: string | undefined): { status: number; body: object } {
    if (id === 'tok_chargeDeclined') return declined('card_declined');
    if (id === 'tok_none') return { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such token' } } };
    const method = { id: `pm_${id.replace(/^(tok|pm)_/, '')}`, object: 'payment_method', customer: act === 'attach' ? 'cus_1' : null, type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, country: 'DE' }, billing_details: { name: 'Ada Byron', address: { city: 'Berlin', country: 'DE', line1: 'Weg 1', postal_code: '10115' } } };
    return { status: 200, body: method };
  }

  #charge(id: string, form: URLSearchParams): { status: number; body: object } {
    const card = form.get('payment_method');
    const intent = { id, object: 'payment_intent', amount: Number(form.get('amount')), client_secret: `${id}_secret`, status: 'succeeded' };
    if (card === 'pm_poor') return declined('card_declined', { payment_intent: { ...intent, status: 'requires_payment_method' } });
    if (card === 'pm_bank') return declined('authentication_required', { payment_intent: { ...intent, status: 'requires_payment_method' } });
    if (card === 'pm_slow') return { status: 200, body: { ...intent, status: 'processing' } };
    return { status: 200, body: intent };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
