import { X509Certificate } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { calls } from '#contract/calls/calls.ts';
import { revocationReasonNumbers } from '#contract/calls/identity.calls.ts';
import { routerPath } from '#contract/routes.ts';
import type { Authority } from '#server/adapters/authority/authority.ts';
import { subjectOf } from '#server/adapters/authority/subject.ts';
import { createTimeSource, isTimestampUnavailable, type TimeSource } from '#server/adapters/authority/time-source.ts';
import { answerRevocation } from '#server/adapters/authority/revocation-answers.ts';
import type { CachedLists } from '#server/adapters/trusted-lists/cached-lists.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { CertificatesTable } from '#server/platform/database/tables/identity.tables.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { networkOf } from '#server/http/caller-network.ts';
import type { Config } from '#server/platform/config.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { insertCertificate, issuedCertificates } from '#server/repositories/certificates.repository.ts';
import type { Platform } from '#server/platform/platform.ts';
import { actorOf } from '#server/identity/authenticate.ts';
import { registerRevocationProxy } from './revocation-proxy.routes.ts';

/** Bytes. Queries contain hashes and serial numbers only. */
const largestQuery = 16 * 1024;

/** Issues certificates for keys generated in the signer's browser; the private key never leaves it. */
export function registerCertificates(app: App, { db, authority, config, trustedLists }: Pick<Platform, 'db' | 'config'> & { authority: Authority; trustedLists: CachedLists }): void {
  const enroll = calls['certificates.enroll'];
  app.post(enroll.path, { preValidation: refuseUnknownFields(enroll), onRequest: app.authenticate, config: perPerson, schema: { body: enroll.body, response: { 200: enroll.response } } }, async (request) => {
    const actor = actorOf(request);
    const subject = subjectOf(actor);
    const issued = await authority.certify(request.body.csr, subject);
    await insertCertificate(db, actor.userId, subject, issued);
    return {
      certificate: issued.certificate.toString('base64'),
      chain: authority.chain().map((certificate) => certificate.toString('base64')),
      expiresAt: issued.notAfter.toISOString(),
    };
  });

  registerOwnCertificates(app, db);
  registerStamping(app, createTimeSource(config, authority));
  registerAuthorityServices(app, db, authority, config);
  registerRevocationProxy(app);

  const believed = { 'certificates.trusted': config.trustedCertificates, 'certificates.timestampRoots': config.timestamps?.certificates ?? [] } as const;
  for (const id of ['certificates.trusted', 'certificates.timestampRoots'] as const) {
    const roots = believed[id].map((der) => new X509Certificate(der).toString()).join('');
    app.get(calls[id].path, async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=3600');
      return reply.type('application/x-pem-file').send(roots);
    });
  }

  const services = calls['certificates.services'];
  app.get(services.path, { preValidation: refuseUnknownFields(services), config: limited, schema: { querystring: services.query, response: { 200: services.response } } }, async ({ query: { keys } }, reply) => {
    void reply.header('cache-control', 'public, max-age=3600');
    return { services: trustedLists.services() === null ? null : trustedLists.servicesBy(keys.split(',').filter(Boolean)) };
  });

  app.get(calls['certificates.root'].path, async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=3600').header('content-disposition', 'attachment; filename="countersign-root.pem"');
    return reply.type('application/x-pem-file').send(authority.rootPem());
  });
}

const limited = { rateLimit: { max: 240, timeWindow: '1 minute' } };

/** For the signed-in: many people sign behind the address of one office. */
const perPerson = { rateLimit: { max: 60, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => actorOf(request).userId } };

/** Open to everybody, and each time stamp costs a signature: limited by network (/64 for IPv6). */
const stamps = { rateLimit: { max: 60, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => networkOf(request.ip) } };

function registerOwnCertificates(app: App, db: Db): void {
  const [list, revoke] = [calls['certificates.list'], calls['certificates.revoke']];
  app.get(list.path, { onRequest: app.authenticate, schema: { response: { 200: list.response } } }, async (request) => {
    const rows = await db.selectFrom('certificates').selectAll().where('user_id', '=', actorOf(request).userId).orderBy('created_at', 'desc').execute();
    return { certificates: rows.map(toIssued) };
  });
  app.post(revoke.path, { preValidation: refuseUnknownFields(revoke), onRequest: app.authenticate, schema: { body: revoke.body, response: { 200: revoke.response } } }, async (request) => {
    const { serial, reason } = request.body;
    const own = db.selectFrom('certificates').selectAll().where('serial', '=', serial).where('user_id', '=', actorOf(request).userId);
    await db.updateTable('certificates').set({ revoked_at: new Date(), revocation_reason: revocationReasonNumbers[reason] })
      .where('serial', '=', serial).where('user_id', '=', actorOf(request).userId).where('revoked_at', 'is', null).execute();
    const row = await own.executeTakeFirst();
    if (!row) throw new AppError('not_found');
    return toIssued(row);
  });
}

/** Requires a signed-in person: an external time-stamp authority may charge for each stamp. */
function registerStamping(app: App, time: TimeSource): void {
  const stamp = calls['certificates.stamp'];
  const schema = { body: stamp.body, response: { 200: stamp.response } };
  app.post(stamp.path, { preValidation: refuseUnknownFields(stamp), onRequest: app.authenticate, config: perPerson, schema }, async ({ body }) => {
    const reply = await time.answer(Buffer.from(body.query, 'base64')).catch((error: unknown) => {
      throw isTimestampUnavailable(error) ? new AppError('timestamp_unavailable') : error;
    });
    return { reply: Buffer.from(reply).toString('base64') };
  });
}

const toIssued = (row: Selectable<CertificatesTable>) => ({
  serial: row.serial, subject: row.subject, email: row.email, notBefore: row.not_before.toISOString(), notAfter: row.not_after.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

/** OCSP, CRL and RFC 3161 endpoints for other signing and validation software, with binary bodies. */
function registerAuthorityServices(app: App, db: Db, authority: Authority, { timestampService }: Pick<Config, 'timestampService'>): void {
  const issued = issuedCertificates(db);
  const answer = (request: Buffer): Promise<Buffer> => answerRevocation(request, authority.issuers(), issued.lookUp);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of ['application/timestamp-query', 'application/ocsp-request']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: largestQuery }, (_request, body, done) => done(null, body));
    }
    const bodyOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    scope.post(calls['certificates.timestamp'].path, { config: stamps }, async (request, reply) => {
      if (!timestampService) throw new AppError('route_not_found');
      return reply.type('application/timestamp-reply').send(await authority.timestamps.answer(bodyOf(request.body)));
    });
    scope.post(calls['certificates.ocsp'].path, { config: limited }, async (request, reply) => reply.type('application/ocsp-response').send(await answer(bodyOf(request.body))));
    scope.get<{ Params: { request: string } }>(routerPath(calls['certificates.ocspGet'].path), { config: limited }, async (request, reply) =>
      reply.type('application/ocsp-response').send(await answer(Buffer.from(request.params.request, 'base64'))));
    scope.get(calls['certificates.revocationList'].path, { config: limited }, async (_request, reply) =>
      reply.type('application/pkix-crl').header('cache-control', 'public, max-age=600').send(await authority.revocationList(await issued.revoked())));
    scope.get(calls['certificates.authorityRevocationList'].path, { config: limited }, async (_request, reply) =>
      reply.type('application/pkix-crl').header('cache-control', 'public, max-age=3600').send(await authority.authorityRevocationList()));
  });
}
