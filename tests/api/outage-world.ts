/** A server that sends its mail and text messages, and a mail server and a gateway that come and go. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { Mailbox } from '../support/mailbox.ts';
import { openTransactionWorld, type TransactionWorld } from './transaction-world.ts';

export class OutageWorld {
  readonly transactions: TransactionWorld;
  /** What the gateway of text messages answers. */
  gatewayAnswers = 200;
  readonly #gateway: Server;
  readonly #port: number;
  #mailbox: Mailbox | undefined;

  private constructor(transactions: TransactionWorld, gateway: Server, mailbox: Mailbox) {
    this.transactions = transactions;
    this.#gateway = gateway;
    this.#mailbox = mailbox;
    this.#port = Number(new URL(mailbox.url).port);
  }

  static async open(): Promise<OutageWorld> {
    const mailbox = await Mailbox.open();
    const gateway = createServer((request, response) => request.resume().on('end', () => response.writeHead(world.gatewayAnswers).end()));
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const transactions = await openTransactionWorld({
      SMTP_URL: mailbox.url, SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`, RUN_JOBS: 'true', LOG_LEVEL: 'silent',
    });
    const world = new OutageWorld(transactions, gateway, mailbox);
    return world;
  }

  async close(): Promise<void> {
    await this.transactions.server.close();
    await this.#mailbox?.close();
    await new Promise((resolve) => this.#gateway.close(resolve));
  }

  /** The mail server of this moment. */
  get mailbox(): Mailbox {
    if (!this.#mailbox) throw new Error('The mail server is away');
    return this.#mailbox;
  }

  async mailServerGoes(): Promise<void> {
    await this.#mailbox?.close();
    this.#mailbox = undefined;
  }

  /** A new one, under the same address. */
  async mailServerComes(): Promise<Mailbox> {
    await this.mailServerGoes();
    return (this.#mailbox = await Mailbox.open(this.#port));
  }

  /** The queue waits longer after each failure; a test does not. */
  until(check: () => Promise<void>): Promise<void> {
    return vi.waitFor(async () => {
      await this.transactions.server.infrastructure.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
      await check();
    }, { timeout: 20_000, interval: 250 });
  }

  /** What is left of the tests before it waits no longer, and the mail server is known to be there. */
  async nothingWaits(): Promise<void> {
    if (this.#mailbox === undefined) await this.mailServerComes();
    this.mailbox.refuse(false);
    this.mailbox.hold(false);
    const waiting = this.transactions.server.infrastructure.db.selectFrom('mails').select('id').where('status', '=', 'queued');
    await this.until(async () => {
      if ((await waiting.execute()).length > 0) throw new Error('Mail waits');
    });
  }
}
