/** TLS with a mail server, as its URL requires, and the sender of mails. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpTransport } from './transport.ts';

const taken: string[] = [];
/** A server without TLS. */
const plain = new SMTPServer({
  authOptional: true, disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.on('data', (data: Buffer) => void taken.push(data.toString()));
    stream.on('end', () => done());
  },
});
let port: number;
beforeAll(async () => {
  plain.listen(0, '127.0.0.1');
  await once(plain.server, 'listening');
  port = (plain.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => plain.close(() => resolve())));

const send = async (query: string, { senderName = null, mailFrom = 'us@example.org' }: { senderName?: string | null; mailFrom?: string } = {}): Promise<void> => {
  const transport = smtpTransport(`smtp://127.0.0.1:${port}${query}`, { mailFrom, appUrl: 'https://sign.example.org' });
  try {
    await transport.send({ id: '1', senderName, to: { address: 'ada@example.org', name: '' }, subject: 'Code', text: '123456', html: '', attachments: [] });
  } finally {
    transport.close();
  }
};

test('sends no mail to a server without TLS if the URL requires it (requireTLS), and sends it otherwise', async () => {
  await expect(send('?requireTLS=true')).rejects.toThrow();
  expect(taken.join('')).not.toContain('123456');
  await send('');
  expect(taken.join('')).toContain('123456');
});

test.each([
  ['Countersign <us@example.org>', null, 'From: Countersign <us@example.org>'],
  ['Countersign <us@example.org>', 'Ada Byron via Works', 'From: Ada Byron via Works <us@example.org>'],
  ['us@example.org', 'Works <ceo@example.com>, Inc.', 'From: "Works <ceo@example.com>, Inc." <us@example.org>'],
])('mails from %s in the name of %s', async (mailFrom, senderName, header) => {
  taken.length = 0;
  await send('', { mailFrom, senderName });
  expect(taken.join('')).toContain(`${header}\r\n`);
});
