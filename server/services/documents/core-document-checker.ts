/** Checks uploaded documents with the document core. */
import { createHash } from 'node:crypto';
import type { Change, Changes, Engine, Field as CoreField, PdfDocument, SignatureReport } from '@countersign/core/node';
import type { Field } from '#contract/entities/field.ts';
import { fillableNames, preparedFields, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import { contentProblems, valuesOf } from '#contract/entities/signed-content.ts';
import { AppError } from '#server/platform/app-error.ts';
import { bytesOf } from '#server/adapters/storage/source-bytes.ts';
import { changeRules } from './change-rules.ts';
import type { BodyFile, DetachedJob, DetachedVerdict, DocumentChecker, UploadedBody, PlacedField, PreparedJob, PreparedVerdict, Problem, SignedJob, SignedVerdict } from './document-checker.ts';
import { isEngineError, isOfDocument } from '#server/adapters/core/engine-error.ts';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import { probeCertificate } from '#server/adapters/core/probe-certificate.ts';
import { describeObjects } from './describe-objects.ts';
import { unsendableRules } from './rule-problems.ts';
import { certificateProblems, detachedProblems, earlierProblems, signatureProblems } from './signature-problems.ts';
import { validateSignatures } from './signer-trust.ts';

export function createDocumentChecker(pool: EnginePool): DocumentChecker {
  const opened = async <T>({ upload: { parts, prefix }, password }: PreparedJob | SignedJob, work: (document: PdfDocument, engine: Engine) => Promise<T>): Promise<T> =>
    pool.use(async (engine) => {
      const document = await engine.open([...parts], { password, ignorePermissions: true, knownPrefix: prefix ?? undefined });
      try {
        if (password !== undefined && !document.info.encrypted) throw new AppError('failed_to_encrypt');
        return await work(document, engine);
      } finally {
        await document.close();
      }
    }).catch(throwAsAppError);

  return {
    checkPrepared: async (job) => {
      const broken = await continuationProblems(job.base, job.upload);
      if (broken.length > 0) return { problems: broken, placed: [], objects: null };
      return opened(job, (document, engine) => checkPreparedUpload(document, engine, job));
    },
    checkSigned: async (job) => {
      const broken = await continuationProblems(job.base, job.upload);
      if (broken.length > 0) return { problems: broken, values: new Map(), filled: [], signature: null, objects: null };
      return opened(job, (document, engine) => checkSignedUpload(document, engine, job));
    },
    checkDetached: (job) => pool.use((engine) => checkDetachedSignature(engine, job)).catch(throwAsAppError),
  };
}

/** Maps errors of the core: an unreadable document is the client's fault, and so is one that crashes the core. */
function throwAsAppError(error: unknown): never {
  if (!isEngineError(error) || error instanceof AppError) throw error;
  if (error.code === 'request_timeout_error') throw new AppError('request_timeout_error');
  if (isOfDocument(error.code)) throw new AppError(error.code, { reason: error.code });
  throw new AppError('verification_failed', { problems: [{ code: error.code, message: error.message }] });
}

/** The upload must start with exactly the bytes that were served and append to them. */
async function continuationProblems(base: BodyFile, upload: UploadedBody): Promise<Problem[]> {
  if (upload.size <= base.size) return [{ code: 'nothing_appended', message: 'The upload adds nothing to the version it was made from' }];
  if (upload.prefix !== null) return [];
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(upload.parts, 0, base.size)) hash.update(chunk);
  if (hash.digest('hex') === base.hash) return [];
  return [{ code: 'not_a_continuation', message: 'The upload does not begin with the version that was served' }];
}

const asProblem = (change: Change): Problem => ({
  code: changeRules[change.kind].problem,
  message: change.message,
  field: change.field ?? undefined,
  page: change.page ?? undefined,
});

/** Changes that don't belong to signing, legal or not. Added fields are reported separately. */
const unexpectedChanges = (changes: Changes): Problem[] =>
  changes.changes.filter((change) => change.severity !== 'allowed' || !changeRules[change.kind].signing).map(asProblem);

/** Changes that filling a form never permits, and that placing the sender's fields doesn't explain. */
const unexplainedChanges = (changes: Changes, names: ReadonlySet<string>, expected: readonly Field[]): Problem[] =>
  changes.changes.filter((change) => change.severity === 'forbidden' && !isOfSender(change, names, expected)).map(asProblem);

/** While the sender prepares a document, before any signature, their own fields may move and change appearance. */
function isOfSender(change: Change, names: ReadonlySet<string>, expected: readonly Field[]): boolean {
  if (change.field) return names.has(change.field);
  const { placing } = changeRules[change.kind];
  return placing === 'always' || (placing === 'links' && expected.some((field) => field.type === 'link' && field.page === change.page));
}

const named = (code: string, message: string, names: readonly string[]): Problem[] => names.map((field) => ({ code, message, field }));
const without = (names: readonly string[], known: ReadonlySet<string>): string[] => names.filter((name) => !known.has(name));

/** Checks that only the fields of the metadata were added, and a signature field for every signer. */
async function checkPreparedUpload(document: PdfDocument, engine: Engine, job: PreparedJob): Promise<PreparedVerdict> {
  const expected = preparedFields(job.fields, job.recipients).map(({ field }) => field);
  const wanted = new Set(expected.map((field) => field.id));
  const changes = await document.compareRevisions(job.base.size, job.upload.size);
  const placed = (await document.fields()).map(placedField).filter((field) => wanted.has(field.id));
  const present = new Set(placed.map((field) => field.id));
  // Names in the document and the names before: a widget that can't take the wanted type is replaced.
  const names = new Set([...placed, ...expected].flatMap(({ fieldName, group }) => (group ? [fieldName, group] : [fieldName])));
  const missing = expected.filter((field) => !present.has(field.id));
  const problems = [
    ...unexplainedChanges(changes, names, expected),
    ...named('field_unexpected', 'A field was added that the document is not meant to have', without(changes.addedFields, names)),
    ...named('field_changed', 'A field was filled that the document is not meant to have', without(changes.filledFields, names)),
    ...named('signature_unexpected', 'A signature was added while preparing', changes.signedFields),
    // In this order: the search for removed signatures uses what the check of the whole file, for signing, has seen.
    ...(await unsignable(document, job)),
    ...(await brokenSignatures(document)),
    ...(await unsendableRules(engine, job.fields, job.recipients)),
    ...missing.map((field) => ({ code: 'field_missing', message: 'The field is not in the document', field: field.fieldName, page: field.page })),
  ];
  return { problems, placed, objects: problems.length === 0 ? await describeObjects(document, job.upload) : null };
}

/**
 * Signatures that the document had before it was sent. They are checked here, once: when recipients sign, only what they
 * append is validated.
 */
const brokenSignatures = async (document: PdfDocument): Promise<Problem[]> =>
  earlierProblems(await document.verify({ trust: [], at: Math.floor(Date.now() / 1000) }), null);

/** Every signer must be able to sign: the core plans a signature in each field, which needs neither a key nor the document's hash. */
async function unsignable(document: PdfDocument, job: PreparedJob): Promise<Problem[]> {
  const certificate = await probeCertificate();
  const problems: Problem[] = [];
  for (const { fieldName } of signatureAnchors(job.fields, job.recipients)) {
    try {
      await document.planSignature({ field: fieldName, certificate: Uint8Array.from(certificate), signingTime: Math.floor(Date.now() / 1000) });
    } catch (error) {
      if (!isEngineError(error) || !error.code.startsWith('sign_')) throw error;
      problems.push({ code: error.code, message: error.message, field: fieldName });
    }
  }
  return problems;
}

const placedField = (field: CoreField): PlacedField => ({
  id: field.id ?? '',
  fieldName: field.fieldName ?? '',
  group: field.type === 'radio' || field.type === 'checkmark' ? (field.group ?? null) : null,
  pdfFieldId: field.pdfFieldId ?? null,
});

async function checkSignedUpload(document: PdfDocument, engine: Engine, job: SignedJob): Promise<SignedVerdict> {
  const anchor = signatureAnchors(job.fields, job.recipients).find((each) => each.recipientId === job.recipientId);
  const recipient = job.recipients.find((each) => each.id === job.recipientId);
  if (!anchor || !recipient) throw new AppError('sign_conditions_not_accepted');
  const changes = await document.compareRevisions(job.base.size, job.upload.size);
  const { reports, own, issuedHere } = await validateSignatures(document, (report) => report.field === anchor.fieldName, { ...job, since: job.upload.prefix?.length });
  const present = await document.fields();
  const problems = [
    ...changeProblems(changes, job, anchor.fieldName),
    ...signatureProblems(own, job, ownNames(job, anchor.fieldName)),
    ...certificateProblems(own, issuedHere, job),
    ...earlierProblems(reports, anchor.fieldName),
    ...(await contentProblems(present, engine, { ...job, anchorId: anchor.fieldId, filled: new Set(changes.filledFields) })),
  ];
  const objects = problems.length === 0 ? await describeObjects(document, job.upload) : null;
  return { problems, values: valuesOf(present), filled: changes.filledFields, signature: own ? describe(own) : null, objects };
}

/** The file can't have been changed by the signer; only the signature is checked. */
async function checkDetachedSignature(engine: Engine, job: DetachedJob): Promise<DetachedVerdict> {
  const { own, issuedHere } = await validateSignatures({
    verify: async (options) => [await engine.verifyDetached([...job.parts], job.cms, options)],
    revocationRequests: (options) => engine.detachedRevocationRequests(job.cms, options),
  }, () => true, job);
  const problems = [...detachedProblems(own, job), ...certificateProblems(own, issuedHere, job)];
  return { problems, signature: own ? describe(own) : null };
}

/** Names of the fields that the signer may fill, including the signature field. */
const ownNames = (job: SignedJob, anchorName: string): ReadonlySet<string> => new Set([...fillableNames(job.fields, job.recipients, job.recipientId), anchorName]);

function changeProblems(changes: Changes, job: SignedJob, anchorName: string): Problem[] {
  const own = ownNames(job, anchorName);
  const signed = changes.signedFields.length === 1 && changes.signedFields[0] === anchorName;
  return [
    ...unexpectedChanges(changes),
    ...named('field_of_another', 'The field is not the signer\'s to fill', without(changes.filledFields, own)),
    ...named('field_unexpected', 'A field was added while signing', changes.addedFields),
    ...(signed ? [] : [{ code: 'signature_field', message: 'Exactly the signer\'s own signature field must be signed', field: anchorName }]),
  ];
}

const describe = ({ field, signer, level, timestamp }: SignatureReport): SignedVerdict['signature'] => ({
  field: field ?? null,
  signerEmail: signer?.email ?? null,
  signerName: signer?.commonName ?? null,
  serialNumber: signer?.serialNumber ?? null,
  issuer: signer?.issuerCommonName ?? signer?.issuer ?? null,
  level,
  stamped: timestamp?.trusted ?? false,
});
