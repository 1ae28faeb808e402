/** How much of a large document the server reads, from the first upload to the archive time stamp. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagedDocument } from '../../benches/load/paged-document.ts';
import { S3Bucket } from '../support/s3-bucket.ts';
import { withAttachment } from '../fixtures/with-attachment.ts';
import { reading, send, sign } from './document-reads.ts';
import { openSigners, type Signers } from './real-signing.ts';

let signers: Signers;
beforeAll(async () => {
  signers = await openSigners();
});
afterAll(async () => {
  await signers.engine.close();
  await signers.server.close();
});

const size = 24_000_000;

// What the process itself loads counts nowhere below.
beforeAll(async () => {
  await sign(signers, await send(signers, Buffer.from(signers.form)));
}, 60_000);

describe.skipIf(process.platform !== 'linux').each([
  ['of few objects', () => withAttachment(signers.form, size), 1.05],
  // Their objects are read, and what lies around them in the file.
  ['of many pages', () => Promise.resolve(pagedDocument(size)), 1.4],
])('a document %s', (_, make, passes) => {
  test('is read once to prepare and start, and to sign only what was appended', async () => {
    const document = await make();
    const { read: started, result: sent } = await reading(() => send(signers, document));
    const { reads, status } = await sign(signers, sent);
    expect(status).toBe('completed');
    expect(started / document.length).toBeLessThan(passes);
    expect(reads[0], reads.join()).toBeLessThan(1_000_000);
    // The last one has the validation material and the archive time stamp appended, too: the document is opened for each.
    expect(reads[1], reads.join()).toBeLessThan(1_300_000);
    const { engine, ada, server } = signers;
    const reports = await (await engine.open(await ada.contentOf(sent.fileId))).verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    expect(reports.filter(({ kind }) => kind === 'signature').map(({ level, acceptable }) => [level, acceptable])).toEqual([['B-LTA', true], ['B-LTA', true]]);
  }, 120_000);
});

describe.skipIf(process.platform !== 'linux')('a document that lies', () => {
  test('encrypted is decrypted where it is needed only', async () => {
    expect(await mostRead({ ENCRYPT_DOCUMENTS: 'true' })).toBeLessThan(6_000_000);
  }, 120_000);

  test('in a bucket is fetched in ranges', async () => {
    const bucket = await S3Bucket.open();
    // The bucket is in this process: what the server fetches counts twice, and is read of a file besides.
    expect(await mostRead(bucket.env)).toBeLessThan(6_000_000);
    await bucket.close();
  }, 120_000);
});

/** Bytes that the server reads for one of two signings of a large document. */
async function mostRead(env: NodeJS.ProcessEnv): Promise<number> {
  const elsewhere = await openSigners(env);
  const { reads, status } = await sign(elsewhere, await send(elsewhere, await withAttachment(elsewhere.form, size)));
  expect(status).toBe('completed');
  await elsewhere.engine.close();
  await elsewhere.server.close();
  return Math.max(...reads);
}
