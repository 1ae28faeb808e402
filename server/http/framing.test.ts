/** HTTP request smuggling: where one request ends and the next begins must be unambiguous (OWASP ASVS 5, V4.2). */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Returns the status codes of all responses to these raw bytes. */
async function answersTo(bytes: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => { received += String(data); });
  socket.end(bytes);
  await once(socket, 'close');
  return [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status);
}
const head = 'POST /apps/token HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n';
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n';

test.each([
  ['two Content-Length headers', `${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['Content-Length and chunked encoding', `${head}Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunked as not the last transfer encoding', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['a Content-Length that is not a number', `${head}Content-Length: +0\r\n\r\n${hidden}`],
  ['a space before the colon of a header', `${head}Content-Length : 0\r\n\r\n${hidden}`],
  ['a folded header', `${head}X-Long: a\r\n b\rTransfer-Encoding: chunked\r\n\r\n${hidden}`],
])('rejects a request with %s, and answers nothing after it', async (_, bytes) => {
  expect(await answersTo(bytes)).toEqual(['400']);
});
