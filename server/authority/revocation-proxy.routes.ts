/**
 * Proxy for OCSP and CRL requests from the browser: certificate authorities answer over plain HTTP and without
 * CORS. To prevent misuse as an open proxy (SSRF), it connects to public addresses only and returns only
 * certificates, CRLs and OCSP responses.
 */
import { calls } from '#contract/calls/calls.ts';
import { publicAuthorities } from '#server/adapters/fetching/public-authorities.ts';
import { checkedAddress } from '#server/adapters/fetching/public-request.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';

const limited = { rateLimit: { max: 120, timeWindow: '1 minute' } };
const pem = Buffer.from('-----BEGIN ');
/** DER SEQUENCE tag, minimum length (X.690, 8.1). */
const isDer = (bytes: Buffer): boolean => bytes[0] === 0x30 && bytes.length > 4;

export function registerRevocationProxy(app: App): void {
  const ask = calls['certificates.ask'];
  const schema = { body: ask.body, response: { 200: ask.response } };
  app.post(ask.path, { preValidation: refuseUnknownFields(ask), onRequest: app.authenticate, config: limited, schema }, async ({ body: { address, ocspRequest } }) => ({
    answer: (await answerOf(checkedAddress(address).href, ocspRequest)).toString('base64'),
  }));
}

async function answerOf(address: string, ocspRequest: string | undefined): Promise<Buffer> {
  const authorities = await publicAuthorities();
  const question = ocspRequest === undefined ? undefined : Buffer.from(ocspRequest, 'base64');
  if (question && !isDer(question)) throw new AppError('request_validation_error', { reason: 'ocspRequest' });
  const answer = await (question ? authorities.ocsp(address, question) : authorities.download(address)).catch(asUnanswered);
  const bytes = Buffer.from(answer);
  if (!isDer(bytes) && !bytes.subarray(0, pem.length).equals(pem)) throw new AppError('unable_to_get', { reason: 'type' });
  return bytes;
}

function asUnanswered(error: unknown): never {
  // Hides the reason: it would reveal which internal hosts and ports answer.
  if (isEngineError(error)) throw new AppError('unable_to_get', { reason: 'connection' });
  throw error;
}
