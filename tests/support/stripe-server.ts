/** As much of Stripe's published API as a card that is saved and charged needs, on this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeCall {
  method: string;
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
  /** What the next requests are answered with instead, by status; 0 cuts the connection, silence does not answer, and unanswered does what was asked before it cuts. */
  troubles: (number | 'silence' | 'unanswered')[] = [];
  /** Every charge that was made. */
  readonly made: { id: string; customer: string | null; payment: string | null; status: string }[] = [];
  /** What became of charges after their first answer. */
  readonly intents = new Map<string, string>();
  #held: { received(): void; until: Promise<void> } | undefined;
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
    const call = { method: request.method ?? '', path: request.url ?? '', form: new URLSearchParams(text), idempotencyKey: typeof key === 'string' ? key : undefined, authorization: request.headers.authorization };
    this.calls.push(call);
    const held = this.#held;
    this.#held = undefined;
    held?.received();
    await held?.until;
    const trouble = this.troubles.shift();
    if (trouble === 'silence') return;
    if (trouble === 0) return void request.socket.destroy();
    const answer = trouble === undefined || trouble === 'unanswered' ? this.#once(call) : { status: trouble, body: { error: { type: 'api_error', message: 'Down.' } } };
    if (trouble === 'unanswered') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': `req_${this.calls.length}` }).end(JSON.stringify(answer.body));
  }

  /** The next request waits for its answer: `received` resolves when it is there, until it may go on. */
  hold(): { received: Promise<void>; goOn: () => void } {
    let goOn = (): void => {};
    const until = new Promise<void>((resolve) => (goOn = resolve));
    const received = new Promise<void>((resolve) => (this.#held = { received: resolve, until }));
    return { received, goOn: () => goOn() };
  }

  /** The same key gives the same answer, and does nothing again. */
  #once(call: StripeCall): { status: number; body: object } {
    const known = call.idempotencyKey === undefined ? undefined : this.#answers.get(call.idempotencyKey);
    const answer = known ?? this.#answer(call);
    if (call.idempotencyKey !== undefined) this.#answers.set(call.idempotencyKey, answer);
    return answer;
  }

  /** As after a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  #answer({ path, form, method }: StripeCall): { status: number; body: object } {
    const [, , resource = '', id = '', action] = path.split('?')[0]!.split('/');
    const next = (prefix: string): string => `${prefix}_${this.#number += 1}`;
    if (resource === 'customers') return { status: 200, body: { id: id || next('cus'), object: 'customer' } };
    if (resource === 'payment_methods') return this.#method(id || form.get('card[token]') || '', action);
    if (resource === 'setup_intents') return { status: 200, body: { id: next('seti'), object: 'setup_intent', client_secret: 'seti_secret' } };
    if (resource === 'payment_intents' && id === '' && method === 'GET') return this.#list(new URLSearchParams(path.split('?')[1]).get('customer'));
    if (resource === 'payment_intents') return id === '' ? this.#charge(next('pi'), form) : this.#intent(id, action);
    if (resource === 'identity') return this.#session(action, next('vs'));
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } } };
  }

  /** A visit to its page where papers and face are looked at (docs.stripe.com/identity/verification-sessions). */
  #session(known: string | undefined, next: string): { status: number; body: object } {
    const id = known ?? next;
    const status = known === undefined ? 'requires_input' : 'canceled';
    return { status: 200, body: { id, object: 'identity.verification_session', status, url: known === undefined ? `https://verify.example/start/${id}` : null } };
  }

  #method(id: string, action: string | undefined): { status: number; body: object } {
    if (id === 'tok_chargeDeclined') return declined('card_declined');
    if (id === 'tok_none') return { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such token' } } };
    const method = { id: `pm_${id.replace(/^(tok|pm)_/, '')}`, object: 'payment_method', customer: action === 'attach' ? 'cus_1' : null, type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, country: 'DE' }, billing_details: { name: 'Ada Byron', address: { city: 'Berlin', country: 'DE', line1: 'Weg 1', postal_code: '10115' } } };
    return { status: 200, body: method };
  }

  #charge(id: string, form: URLSearchParams): { status: number; body: object } {
    const card = form.get('payment_method');
    const amount = Number(form.get('amount'));
    // docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    if (amount < 50) return { status: 400, body: { error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'Amount must be at least $0.50 usd' } } };
    const intent = { id, object: 'payment_intent', amount, client_secret: `${id}_secret`, status: 'succeeded' };
    if (card === 'pm_poor') return declined('card_declined', { payment_intent: { ...intent, status: 'requires_payment_method' } });
    if (card === 'pm_bank') return declined('authentication_required', { payment_intent: { ...intent, status: 'requires_payment_method' } });
    if (card === 'pm_slow') return { status: 200, body: { ...intent, status: 'processing' } };
    this.made.push({ id, customer: form.get('customer'), payment: form.get('metadata[payment]'), status: 'succeeded' });
    return { status: 200, body: intent };
  }

  #list(customer: string | null): { status: number; body: object } {
    const data = this.made.filter((each) => each.customer === customer).map(({ id, payment, status }) => ({ id, object: 'payment_intent', status, metadata: { payment } }));
    return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/payment_intents' } };
  }

  /** As it is now, and as it is once it was canceled. */
  #intent(id: string, action: string | undefined): { status: number; body: object } {
    const status = this.intents.get(id) ?? 'requires_payment_method';
    if (action === 'cancel' && ['succeeded', 'processing'].includes(status)) return { status: 400, body: { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'It can not be canceled.' } } };
    if (action === 'cancel') this.intents.set(id, 'canceled');
    return { status: 200, body: { id, object: 'payment_intent', status: this.intents.get(id) ?? status } };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
