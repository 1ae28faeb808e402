import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way from the product to a service of another machine, which can be cut in the middle of a word and mended again. */
export class SeverableLink {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = this.#newServer();
  }

  static async to(address: string): Promise<SeverableLink> {
    const { hostname, port } = new URL(address);
    const link = new SeverableLink({ host: hostname, port: Number(port) });
    await link.#listen();
    return link;
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

  async mend(): Promise<void> {
    this.#server = this.#newServer();
    await this.#listen();
  }

  #newServer(): Server {
    return createServer((near) => {
      const far = connect(this.#target);
      for (const [one, other] of [[near, far], [far, near]] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
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
