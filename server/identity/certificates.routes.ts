import { domainToASCII } from 'node:url';
import { calls } from '#contract/calls/calls.ts';
import type { App } from '#server/app/app.types.ts';
import { AppError } from '#server/app/app-error.ts';
import { refuseUnknownFields } from '#server/app/unknown-fields.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { actorOf, type Actor } from './authenticate.ts';

/** Certificates for keys that are made in a signer's browser; the private key stays there. */
export function registerCertificates(app: App, { db, authority }: Pick<Foundation, 'db' | 'authority'>): void {
  const enroll = calls['certificates.enroll'];
  const limit = { rateLimit: { max: 60, timeWindow: '1 minute' } };
  app.post(enroll.path, { preValidation: refuseUnknownFields(enroll), onRequest: app.authenticate, config: limit, schema: { body: enroll.body, response: { 200: enroll.response } } }, async (request) => {
    const actor = actorOf(request);
    const subject = subjectOf(actor);
    const issued = await authority.certify(request.body.csr, subject);
    await db
      .insertInto('certificates')
      .values({
        serial: issued.serial,
        user_id: actor.userId,
        subject: subject.commonName,
        email: subject.email,
        certificate: issued.certificate,
        not_before: issued.notBefore,
        not_after: issued.notAfter,
      })
      .execute();
    return {
      certificate: issued.certificate.toString('base64'),
      chain: authority.chain().map((certificate) => certificate.toString('base64')),
      expiresAt: issued.notAfter.toISOString(),
    };
  });

  app.get(calls['certificates.root'].path, async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=3600').header('content-disposition', 'attachment; filename="countersign-root.pem"');
    return reply.type('application/x-pem-file').send(authority.rootPem());
  });
}

/** Only what was proven is certified: the address. The name is what the person calls themselves, as on paper. */
function subjectOf(actor: Actor): { commonName: string; email: string } {
  if (actor.email === null || !actor.emailVerified) throw new AppError('certificate_enrollment_identity_error');
  const name = [actor.firstName, actor.lastName].filter(Boolean).join(' ').trim();
  // X.520 allows a common name of 64 characters.
  return { commonName: [...(name || actor.email)].slice(0, 64).join(''), email: certifiedAddress(actor.email) };
}

/** rfc822Name is ASCII: a domain has such a form, the part before the at-sign has none (RFC 5280, 7.5). */
function certifiedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const address = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address)) throw new AppError('certificate_enrollment_identity_error');
  return address;
}
