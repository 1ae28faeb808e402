import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { timeoutMs } from './timeout.ts';

/** A real SMTP server that keeps what it is given. */
export class Mailbox {
  readonly #server: SMTPServer;
  readonly #mails: Email[] = [];
  #refusing: number | null = null;
  #held: (() => void)[] | null = null;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        const answer = (): void => done(this.#refusing === null ? null : Object.assign(new Error('Try again later'), { responseCode: this.#refusing }));
        if (this.#held === null) answer();
        else this.#held.push(answer);
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            this.#mails.push(mail);
            done();
          }, done);
        });
      },
    });
  }

  /** With a port: one that was closed is there again. */
  static async open(port = 0): Promise<Mailbox> {
    const mailbox = new Mailbox();
    // A node that is killed breaks off in the middle of a mail.
    mailbox.#server.on('error', () => undefined);
    await new Promise<void>((resolve) => mailbox.#server.listen(port, '127.0.0.1', resolve));
    return mailbox;
  }

  /** The setting that makes the product send its mail here. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** All mails to an address so far, oldest first. */
  to(address: string): Email[] {
    return this.#mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
  }

  all(): readonly Email[] {
    return this.#mails;
  }

  /** As a mail server that is busy: everything is to be tried again later; or with a status from 500 on, never. */
  refuse(refusing: boolean, status = 451): void {
    this.#refusing = refusing ? status : null;
  }

  /** How many mails wait to be let go. */
  get held(): number {
    return this.#held?.length ?? 0;
  }

  /** As a mail server that is slow: it answers when it is let go. */
  hold(holding: boolean): void {
    const waiting = this.#held ?? [];
    this.#held = holding ? waiting : null;
    if (!holding) for (const answer of waiting) answer();
  }

  /** Waits for the next mail to an address that was not there before `after` mails. */
  next(address: string, after = 0): Promise<Email> {
    return this.#found(address, (mails) => mails[after]);
  }

  /** Waits for a mail to an address that has these words, after so many mails: mails about other things may come late, and between. */
  about(address: string, words: string | RegExp, after = 0): Promise<Email> {
    return this.#found(address, (mails) => mails.slice(after).find(({ text = '' }) => (typeof words === 'string' ? text.includes(words) : words.test(text))));
  }

  async #found(address: string, find: (mails: readonly Email[]) => Email | undefined): Promise<Email> {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      const mail = find(this.to(address));
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No mail to ${address} arrived`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** The first link of a mail's text that leads to a path of the product. */
export function linkIn(mail: Email, path: RegExp): string {
  const link = [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([found]) => found).find((found) => path.test(found));
  if (!link) throw new Error(`No such link in the mail: ${mail.text}`);
  return link;
}

/** The one-time code of a mail. */
export function codeIn(mail: Email): string {
  const code = /\b(\d{6})\b/.exec(mail.text ?? '')?.[1];
  if (!code) throw new Error(`No code in the mail: ${mail.text}`);
  return code;
}
