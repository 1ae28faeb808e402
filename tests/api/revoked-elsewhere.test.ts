/** A certificate of somebody else that was revoked there: the server asks its issuer before it believes the signature. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { openNetwork } from '#server/adapters/fetching/public-addresses.ts';
import { trustService, type TrustService } from '../support/trust-service.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deliver, openSigners, place, problemsOf, signedCopy, startForReal, type SigningKey, type Signers } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-issuer-'));
let trusted: TrustService;
let issuer: Server;
let address = '';
let list: Buffer | null = null;
let { server, engine, form, ada, bea } = {} as Signers;

beforeAll(async () => {
  // The issuer of the test is on this machine.
  vi.spyOn(openNetwork, 'contains').mockReturnValue(true);
  trusted = await trustService();
  issuer = createServer((_, response) => void (list === null ? response.writeHead(302, { location: '/elsewhere' }).end() : response.end(list)));
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/list.crl`;
  writeFileSync(join(folder, 'roots.pem'), trusted.rootPem);
  ({ server, engine, form, ada, bea } = await openSigners({ TRUSTED_CERTIFICATES: join(folder, 'roots.pem') }));
});
afterAll(async () => {
  vi.restoreAllMocks();
  issuer.close();
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function signWith(key: SigningKey) {
  const file = await ada.addFile(form, 'Lease.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(bea.email)] } });
  const sent = await startForReal(engine, ada, draft);
  return deliver(bea, sent, file.id, await signedCopy(engine, bea, key, sent, file.id, { values: { name: 'Bea' } }));
}

test('a revoked certificate is rejected, and another one of the same issuer accepted', async () => {
  const [good, bad] = await Promise.all([trusted.issue({ name: 'Bea', list: address }), trusted.issue({ name: 'Bea', list: address })]);
  list = await trusted.revoke([bad]);
  expect(problemsOf((await signWith(bad)).body)).toEqual(['certificate_revoked', 'signature_untrusted', 'signature_refused']);
  expect((await signWith(good)).status).toBe(200);
}, 90_000);

test('an issuer that does not respond prevents no signature, and its URL leads nowhere else', async () => {
  list = null;
  const { status, body } = await signWith(await trusted.issue({ name: 'Bea', list: address }));
  expect(status).toBe(200);
  // What nobody proves is not said to be proven for the long term.
  const { rows } = await server.infrastructure.pool.query("select signature ->> 'level' as level from signings where transaction_id = $1", [(body as Transaction).id]);
  expect(rows).toEqual([{ level: 'B-T' }]);
}, 90_000);

describe('the revocation proxy', () => {
  const ask = (body: { address: string; ocspRequest?: string }) => bea.call('certificates.ask', { body });

  test('returns the response of the authority', async () => {
    list = await trusted.revoke([]);
    const { answer } = await ask({ address });
    expect(Buffer.from(answer, 'base64').equals(list)).toBe(true);
  });

  test.each([
    ['a response that is neither a certificate nor a list', () => Buffer.from('<html>of the intranet</html>'), 'unable_to_get'],
    ['a redirect', () => null, 'unable_to_get'],
  ])('rejects %s', async (_name, answered, code) => {
    list = answered();
    await expect(ask({ address })).rejects.toThrow(code);
  });

  test('rejects internal addresses and malformed requests', async () => {
    vi.mocked(openNetwork.contains).mockReturnValueOnce(false);
    await expect(ask({ address })).rejects.toThrow('invalid_url');
    await expect(ask({ address: 'file:///etc/passwd' })).rejects.toThrow('invalid_url');
    await expect(ask({ address, ocspRequest: Buffer.from('GET me').toString('base64') })).rejects.toThrow('request_validation_error');
  });

  test('rejects anonymous callers', async () => {
    const answer = await server.app.inject({ method: 'POST', url: calls['certificates.ask'].path, payload: { address } });
    expect(answer.statusCode).toBe(401);
  });
});
