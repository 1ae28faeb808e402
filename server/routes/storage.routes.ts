/** The addresses of the folder storage. They need no token of a person: the address itself is the permission. */
import type { IncomingMessage } from 'node:http';
import { storageCalls } from '#contract/calls/storage.calls.ts';
import { routerPath } from '#contract/routes.ts';
import type { App } from '#server/app/app.types.ts';
import { attachmentNamed } from '#server/adapters/storage/attachment.ts';
import type { ByteRange } from '#server/adapters/storage/storage.ts';
import type { UploadsService } from '#server/services/uploads.service.ts';

interface TokenParams {
  token: string;
}

export async function registerStorage(app: App, uploads: UploadsService, largestBody: number): Promise<void> {
  await app.register(async (scope) => {
    // Bodies are taken as a stream, whatever they are: nothing of them is held in memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.put<{ Params: TokenParams }>(
      routerPath(storageCalls['storage.upload'].path),
      { bodyLimit: largestBody },
      async ({ params, headers, raw }) =>
        uploads.receive(params.token, { type: headers['content-type'], length: Number(headers['content-length'] ?? 0) }, bodyOf(raw)),
    );

    const download = storageCalls['storage.download'];
    scope.get<{ Querystring: TokenParams }>(routerPath(download.path), { schema: { querystring: download.query } }, async (request, reply) => {
      const { token } = request.query;
      const direct = await uploads.direct(token);
      if (direct !== null) return reply.header('cache-control', 'no-store').redirect(direct);
      const { claims, size, range, stream } = await uploads.send(token, (length) => rangeIn(request.headers.range, length));
      if (range) void reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
      return reply
        .type(claims.mime)
        .header('accept-ranges', 'bytes')
        .header('content-length', range ? range.last - range.first + 1 : size)
        .header('content-disposition', attachmentNamed(claims.name))
        // The body behind an address never changes, and the address expires by itself.
        .header('cache-control', 'private, max-age=3600, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(stream);
    });
  });
}

/** A refusal must reach the client: what is still coming is read and forgotten, where destroying the stream would cut the connection. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
  }
}

/**
 * The one range of a body that is asked for (RFC 9110, 14.1.2); null for the whole, which whoever asks for something that is
 * not there, or for several at once, gets instead.
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const range = first === ''
    ? { first: Math.max(0, size - Number(last)), last: size - 1 }
    : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  return range.first <= range.last ? range : null;
}
