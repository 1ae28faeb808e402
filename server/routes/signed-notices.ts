/** Webhooks of external services. The signature covers the raw bytes, so nothing is parsed before it is verified. */
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';

const largestNotice = 1024 * 1024;

export async function takeSignedNotices(app: App, path: string, signatureHeader: string, take: (body: Buffer, signature: string | undefined) => Promise<void>): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestNotice }, (_request, body, done) => done(null, body));
    scope.post(path, { onRequest: limitedByAddress(scope) }, async (request, reply) => {
      const signature = request.headers[signatureHeader];
      await take(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), typeof signature === 'string' ? signature : undefined);
      return reply.status(204).send();
    });
  });
}
