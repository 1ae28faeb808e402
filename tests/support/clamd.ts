/** Speaks the protocol of the clamd daemon: takes chunks with their length until an empty one, then says what it thinks of the whole. */
import { createServer, type Server } from 'node:net';

export const clamdServer = (judge: (body: Buffer) => string): Server => createServer((socket) => {
  const parts: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    parts.push(part);
    const all = Buffer.concat(parts);
    if (!all.subarray(-4).equals(Buffer.alloc(4)) || !all.toString('latin1').startsWith('zINSTREAM\0')) return;
    socket.end(`${judge(bodyIn(all))}\0`);
  });
});

function bodyIn(stream: Buffer): Buffer {
  const body: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= stream.length;) {
    const length = stream.readUInt32BE(at);
    if (length === 0) break;
    body.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return Buffer.concat(body);
}

export const findsEicar = (body: Buffer): string => (body.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
