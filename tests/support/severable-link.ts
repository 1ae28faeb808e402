import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

type Target = { host: string; port: number } | { path: string };

/** The way from the product to a service of another machine, which can be cut in the middle of a word, or go silent, and be mended again. */
export class SeverableLink {
  readonly #target: Target;
  /** Milliseconds that what is sent over it takes. */
  #delay = 0;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  private constructor(target: Target) {
    this.#target = target;
    this.#server = this.#newServer();
  }

  static async to(address: string): Promise<SeverableLink> {
    const { hostname, port } = new URL(address);
    return SeverableLink.#open({ host: hostname, port: Number(port) });
  }

  /** To a database, over the network or over a socket of this machine; its address over the link is `addressOf` the database's. */
  static toDatabase(connectionString: string): Promise<SeverableLink> {
    const { hostname, port, searchParams } = new URL(connectionString);
    const folder = searchParams.get('host');
    return SeverableLink.#open(folder === null ? { host: hostname, port: Number(port || 5432) } : { path: `${folder}/.s.PGSQL.5432` });
  }

  static async #open(target: Target): Promise<SeverableLink> {
    const link = new SeverableLink(target);
    await link.#listen();
    return link;
  }

  addressOf(connectionString: string): string {
    const { protocol, username, password, pathname } = new URL(connectionString);
    return `${protocol}//${username}${password && `:${password}`}@${this.host}${pathname}`;
  }

  /** Where the service is reached over this link. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Breaks what is open; who comes from now on is refused, as by a machine that runs no such service. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** What is open brings nothing more, and does not end: the machine behind it is gone. Who comes from now on reaches the service. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  /** Brings what comes from now on so many milliseconds late, in order. */
  slowDown(delay: number): void {
    this.#delay = delay;
  }

  async mend(): Promise<void> {
    this.#server = this.#newServer();
    await this.#listen();
  }

  #late(): Transform {
    return new Transform({
      transform: (chunk, _, done) => {
        if (this.#delay === 0) done(null, chunk);
        else setTimeout(() => done(null, chunk), this.#delay);
      },
    });
  }

  #newServer(): Server {
    return createServer((near) => {
      const far = 'path' in this.#target ? connect(this.#target) : connect(this.#target);
      for (const [one, other] of [[near, far], [far, near]] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(this.#late()).pipe(other);
      }
    });
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }
}
