/** The addresses of the folder storage. They need no token of a person: the address itself is the permission. */
import type { IncomingMessage } from 'node:http';
import { storageCalls } from '#contract/calls/storage.calls.ts';
import { routerPath } from '#contract/routes.ts';
import type { App } from '#server/app/app.types.ts';
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
      async (request) => uploads.receive(request.params.token, request.headers['content-type'], bodyOf(request.raw)),
    );

    const download = storageCalls['storage.download'];
    scope.get<{ Querystring: TokenParams }>(routerPath(download.path), { schema: { querystring: download.query } }, async (request, reply) => {
      const { claims, size, stream } = await uploads.send(request.query.token);
      return reply
        .type(claims.mime)
        .header('content-length', size)
        .header('content-disposition', disposition(claims.name))
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

/** The name in both forms: plain characters for old readers, all of them for the others. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
