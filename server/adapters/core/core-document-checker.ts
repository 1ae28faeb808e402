/** The checks of uploaded documents, made by the document core. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Change, Changes, Engine, Field as CoreField, PdfDocument, SignatureReport, VerifyOptions } from '@countersign/core/node';
import type { Field } from '#contract/entities/field.ts';
import { isDay } from '#contract/entities/dates.ts';
import { fillableBy, formatDate } from '#contract/entities/field-list.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { fillableNames, preparedFields, signatureAnchors, type SignatureAnchor } from '#contract/entities/signature-anchor.ts';
import { isErrorCode } from '#contract/errors.ts';
import { publicAuthorities } from '#server/adapters/fetching/public-authorities.ts';
import { AppError } from '#server/app/app-error.ts';
import type { BodyFile, DocumentChecker, PlacedField, PreparedJob, PreparedVerdict, Problem, SignedJob, SignedVerdict } from './document-checker.ts';
import { isEngineError } from './engine-error.ts';
import type { EnginePool } from './engine-pool.ts';
import { probeCertificate } from './probe-certificate.ts';
import { certificateProblems, earlierProblems, signatureProblems } from './signature-problems.ts';

export function createDocumentChecker(pool: EnginePool): DocumentChecker {
  const opened = async <T>({ upload: { path }, password }: PreparedJob | SignedJob, work: (document: PdfDocument, engine: Engine) => Promise<T>): Promise<T> =>
    pool.use(async (engine) => {
      const document = await engine.open({ path }, { password, ignorePermissions: true });
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
      if (broken.length > 0) return { problems: broken, placed: [] };
      return opened(job, (document) => lookAtPrepared(document, job));
    },
    checkSigned: async (job) => {
      const broken = await continuationProblems(job.base, job.upload);
      if (broken.length > 0) return { problems: broken, values: new Map(), filled: [], signature: null };
      return opened(job, (document, engine) => lookAtSigned(document, engine, job));
    },
  };
}

/** A document the core can't read is the client's fault; a core that stops is refused with the same words. */
function throwAsAppError(error: unknown): never {
  if (!isEngineError(error) || error instanceof AppError) throw error;
  if (error.code === 'request_timeout_error') throw new AppError('request_timeout_error');
  if (error.code.startsWith('pdf_')) throw new AppError(isErrorCode(error.code) ? error.code : 'pdf_corrupted', { reason: error.code });
  throw new AppError('verification_failed', { problems: [{ code: error.code, message: error.message }] });
}

/** The upload begins with exactly the bytes that were served, and goes on after them. */
async function continuationProblems(base: BodyFile, upload: BodyFile): Promise<Problem[]> {
  if (upload.size <= base.size) return [{ code: 'nothing_appended', message: 'The upload adds nothing to the version it was made from' }];
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(upload.path, { end: base.size - 1, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  if (hash.digest('hex') === base.hash) return [];
  return [{ code: 'not_a_continuation', message: 'The upload does not begin with the version that was served' }];
}

const asProblem = (change: Change): Problem => ({
  code: `change_${change.kind}`,
  message: change.message,
  field: change.field ?? undefined,
  page: change.page ?? undefined,
});

/**
 * What a signing is made of. A certification is legal and would keep the others from signing; another title, other metadata
 * and validation material, which takes streams of any content, are legal and no part of what was agreed. The server adds what
 * proves a signature itself.
 */
const SIGNING: ReadonlySet<Change['kind']> = new Set(['fieldFilled', 'signatureAdded', 'fieldAdded', 'resources']);

/** What has no place in a signing, legal or not. Added fields are named apart. */
const unexpectedChanges = (changes: Changes): Problem[] =>
  changes.changes.filter((change) => change.severity !== 'allowed' || !SIGNING.has(change.kind)).map(asProblem);

/** What nobody may change who only fills. */
const forbiddenChanges = (changes: Changes): Problem[] => changes.changes.filter((change) => change.severity === 'forbidden').map(asProblem);

/**
 * What the comparison says of objects beside form and pages that placing fields adds or renews: appearances that another
 * one replaced at once, and the tree that tells screen readers what a page holds. Nothing may go, and no signature come.
 */
const BESIDE_THE_FORM: ReadonlySet<string> = new Set(['an object was added and is not part of a form or signature', 'an object was changed']);

/**
 * While preparing, before anybody signs, the sender's own fields may move and look otherwise. Links are objects of no
 * form; what pages show and what the catalog says is told apart.
 */
function isOfSender(change: Problem, names: ReadonlySet<string>, expected: readonly Field[]): boolean {
  if (change.field !== undefined) return names.has(change.field);
  if (change.code === 'change_annotation') return expected.some((field) => field.type === 'link' && field.page === change.page);
  return change.code === 'change_other' && BESIDE_THE_FORM.has(change.message);
}

const named = (code: string, message: string, names: readonly string[]): Problem[] => names.map((field) => ({ code, message, field }));
const without = (names: readonly string[], known: ReadonlySet<string>): string[] => names.filter((name) => !known.has(name));

/** Only the fields of the meta were added, and a signature field for everyone who will sign. */
async function lookAtPrepared(document: PdfDocument, job: PreparedJob): Promise<PreparedVerdict> {
  const expected = preparedFields(job.fields, job.recipients).map(({ field }) => field);
  const wanted = new Set(expected.map((field) => field.id));
  const changes = await document.compareRevisions(job.base.size, job.upload.size);
  const placed = (await document.fields()).map(placedField).filter((field) => wanted.has(field.id));
  const present = new Set(placed.map((field) => field.id));
  // By their names in the document, and by those they had before: a widget that can't be what it is to be is replaced.
  const names = new Set([...placed, ...expected].flatMap(({ fieldName, group }) => (group ? [fieldName, group] : [fieldName])));
  const missing = expected.filter((field) => !present.has(field.id));
  const problems = [
    ...forbiddenChanges(changes).filter((change) => !isOfSender(change, names, expected)),
    ...named('field_unexpected', 'A field was added that the document is not meant to have', without(changes.addedFields, names)),
    ...named('field_changed', 'A field was filled that the document is not meant to have', without(changes.filledFields, names)),
    ...named('signature_unexpected', 'A signature was added while preparing', changes.signedFields),
    ...(await unsignable(document, job)),
    ...missing.map((field) => ({ code: 'field_missing', message: 'The field is not in the document', field: field.fieldName, page: field.page })),
  ];
  return { problems, placed };
}

/** Everybody must be able to sign where they are to: the core tries each place, as far as it goes without a key. */
async function unsignable(document: PdfDocument, job: PreparedJob): Promise<Problem[]> {
  const certificate = await probeCertificate();
  const problems: Problem[] = [];
  for (const { fieldName } of signatureAnchors(job.fields, job.recipients)) {
    try {
      await document.prepareSignature({ field: fieldName, certificate: Uint8Array.from(certificate), signingTime: Math.floor(Date.now() / 1000) });
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

async function lookAtSigned(document: PdfDocument, engine: Engine, job: SignedJob): Promise<SignedVerdict> {
  const anchor = signatureAnchors(job.fields, job.recipients).find((each) => each.recipientId === job.recipientId);
  const recipient = job.recipients.find((each) => each.id === job.recipientId);
  if (!anchor || !recipient) throw new AppError('sign_conditions_not_accepted');
  const changes = await document.compareRevisions(job.base.size, job.upload.size);
  const reports = await document.verify(await withAnswers(document, { trust: [job.trust.own, ...job.trust.others], timestampTrust: [job.trust.own, ...job.trust.stamps, ...job.trust.others], at: Math.floor(job.at.getTime() / 1000) }, job));
  const own = reports.find((report) => report.field === anchor.fieldName);
  const present = await document.fields();
  const problems = [
    ...changeProblems(changes, job, anchor.fieldName),
    ...signatureProblems(own, job, ownNames(job, anchor.fieldName)),
    ...(await certificateProblems(document, own, job)),
    ...earlierProblems(reports, anchor.fieldName),
    ...(await contentProblems(present, engine, job, { anchor, filled: new Set(changes.filledFields) })),
  ];
  return { problems, values: valuesOf(present), filled: changes.filledFields, signature: own ? describe(own) : null };
}

/** With what others say of the certificates they issued: those of this installation are looked up in its own list. */
async function withAnswers(document: PdfDocument, options: VerifyOptions, { trust }: SignedJob): Promise<VerifyOptions> {
  if (trust.others.length === 0) return options;
  const { withRevocation } = await import('@countersign/core/signing');
  return withRevocation(document, options, await publicAuthorities());
}

/** The fields that are the signer's to fill, their signature among them. */
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

/** What the signer had to fill is filled, in the form the sender asked for. */
async function contentProblems(present: readonly CoreField[], engine: Engine, job: SignedJob, { anchor, filled }: { anchor: SignatureAnchor; filled: ReadonlySet<string> }): Promise<Problem[]> {
  const recipient = job.recipients.find((each) => each.id === job.recipientId);
  const own = job.fields.filter((field) => recipient && field.id !== anchor.fieldId && fillableBy(field, recipient));
  const values = valuesOf(present);
  const isFilled = filledIn(present, values, own);
  const problems: Problem[] = [];
  const refuse = (field: Field, code: string, message: string): void => {
    problems.push({ code, message, field: field.fieldName, page: field.page });
  };
  for (const field of own) {
    const value = values.get(field.fieldName);
    if (field.required && !isFilled(field)) refuse(field, 'field_empty', 'A required field is empty');
    if (typeof value !== 'string' || value === '') continue;
    if (field.textMaxLength > 0 && [...value].length > field.textMaxLength) refuse(field, 'field_length', `The text has more than ${field.textMaxLength} characters`);
    if (field.autoFill === 'sign_date' && !isToday(value, field, job.at)) refuse(field, 'field_date', 'The date is not the day of signing');
    // Not what a foreign document had there before: the signer has not written that.
    if (field.type === 'date' && filled.has(field.fieldName) && !isDay(value, field.dateFormat)) refuse(field, 'field_format', 'The calendar has no such day');
    if (field.type !== 'text' || !field.textFormat) continue;
    const findings = await engine.checkText(field.textFormat, value, 'final');
    if (findings.length > 0) refuse(field, 'field_format', `The text is not of the form ${field.textFormat}`);
  }
  return problems;
}

/** A picture is there when its widget shows something; of the radios of a group one must be on. */
function filledIn(present: readonly CoreField[], values: ReadonlyMap<string, string | boolean>, fields: readonly Field[]): (field: Field) => boolean {
  const drawn = new Set(present.filter((each) => each.hasAppearance).map((each) => each.fieldName));
  const groups = new Set(fields.filter((each) => each.type === 'radio' && values.get(each.fieldName) === true).map((each) => each.group));
  return (field) => {
    if (isPictureType(field.type)) return drawn.has(field.fieldName);
    if (field.type === 'radio') return groups.has(field.group);
    return Boolean(values.get(field.fieldName));
  };
}

/** Today somewhere on earth: the signer's calendar may be a day ahead of ours, or behind. */
function isToday(value: string, field: Field, at: Date): boolean {
  const day = 24 * 60 * 60 * 1000;
  return [-day, 0, day].some((offset) => formatDate(new Date(at.getTime() + offset), field.dateFormat) === value);
}

function valuesOf(present: readonly CoreField[]): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  for (const { fieldName, value } of present) {
    if (fieldName && (typeof value === 'string' || typeof value === 'boolean')) values.set(fieldName, value);
  }
  return values;
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
