import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '#server/platform/config.ts';

/** A server that speaks S3 on this machine, with one bucket. It does not check signatures: another command's test does. */
export class S3Bucket {
  readonly settings: S3Config;
  readonly #server: S3rver;
  readonly #folder: string;

  private constructor(settings: S3Config, server: S3rver, folder: string) {
    this.settings = settings;
    this.#server = server;
    this.#folder = folder;
  }

  static async open(): Promise<S3Bucket> {
    const folder = mkdtempSync(join(tmpdir(), 's3-bucket-'));
    const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: 'bodies', configs: [] }] });
    const address = (await server.run()) as AddressInfo;
    return new S3Bucket({
      bucket: 'bodies', region: 'us-east-1', endpoint: `http://127.0.0.1:${address.port}`, publicUrl: null,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }, prefix: 'bodies/', pathStyle: true, directDownloads: false, timeLimit: 5000,
    }, server, folder);
  }

  /** What makes the product keep its bodies here. */
  get env(): Record<string, string> {
    const { bucket, endpoint, prefix } = this.settings;
    return { S3_BUCKET: bucket, S3_ENDPOINT: endpoint ?? '', S3_PREFIX: prefix, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  }

  async close(): Promise<void> {
    await this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
