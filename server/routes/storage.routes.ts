/** Upload and download URLs of the storage. They need no access token: the URL itself grants access. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { storageCalls } from '#contract/calls/storage.calls.ts';
import { routerPath } from '#contract/routes.ts';
import type { App } from '#server/http/app.types.ts';
import { sandboxPolicy } from '#server/http/security.ts';
import { attachmentNamed } from '#server/adapters/storage/attachment.ts';
import type { Db } from '#server/platform/database/database.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { quotaSpaceOf } from '#server/services/billing/entitlements.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import type { Handlers } from './handler.ts';
import { contentRange, lengthOf, multipart, rangesIn } from './byte-ranges.ts';

interface TokenParams {
  token: string;
}

export const storageRoutes = (db: Db, quota: Pick<StorageQuota, 'usage'>): Handlers<'storage.usage'> => ({
  'storage.usage': ({ caller }) => quota.usage(db, holderOf(quotaSpaceOf(caller))),
});

export async function registerStorage(app: App, uploads: UploadsService, largestBody: number): Promise<void> {
  await app.register(async (scope) => {
    // Bodies of any type are streamed; nothing is buffered.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    const upload = storageCalls['storage.upload'];
    scope.put<{ Params: TokenParams; Querystring: z.output<typeof upload.query> }>(
      routerPath(upload.path),
      { bodyLimit: largestBody, schema: { querystring: upload.query } },
      async ({ params, query, headers, raw }) => uploads.receive(params.token, {
        type: headers['content-type'], length: Number(headers['content-length'] ?? 0), base: { length: query['base-length'], hash: query['base-sha256'] },
      }, bodyOf(raw)),
    );

    const download = storageCalls['storage.download'];
    scope.get<{ Querystring: TokenParams }>(routerPath(download.path), { schema: { querystring: download.query } }, async (request, reply) => {
      const { token } = request.query;
      const direct = await uploads.direct(token);
      if (direct !== null) return reply.header('cache-control', 'no-store').redirect(direct);
      const { claims, size, read } = await uploads.send(token);
      const ranges = rangesIn(request.headers.range, size);
      const [range = null] = ranges;
      const parts = ranges.length > 1 ? multipart(ranges, { size, mime: claims.mime, read }) : null;
      if (range) void reply.status(206);
      if (range && !parts) void reply.header('content-range', contentRange(range, size));
      return reply
        .type(parts?.type ?? claims.mime)
        .header('accept-ranges', 'bytes')
        .header('content-length', parts?.length ?? (range ? lengthOf(range) : size))
        .header('content-disposition', attachmentNamed(claims.name))
        // The body behind a URL never changes.
        .header('cache-control', claims.cacheable === true ? 'private, max-age=3600, immutable' : 'no-store')
        .header('content-security-policy', sandboxPolicy)
        .send(parts ? Readable.from(parts.bytes) : await read(range));
    });
  });
}

/** Yields the body without destroying the stream on early return, and drains the rest, so that an error response reaches the client. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
  }
}
