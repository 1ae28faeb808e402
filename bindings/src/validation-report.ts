/**
 * The result of `verify` as an ETSI validation report (TS 119 102-2): an XML format shared by validators. The report is not signed.
 *
 * @module
 */
import type { CertificateInfo, RevocationReport, SignatureReport } from './engine.ts';
import { element, type Xml, xmlOf } from './validation-report/elements.ts';
import { ObjectList } from './validation-report/objects.ts';

const namespace = 'http://uri.etsi.org/19102/v1.2.1#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const urn = 'urn:etsi:019102';
/** Prefix for values without a standard identifier: the legal level and this program's findings. */
const own = 'urn:countersign';

/** What the signature reports do not contain. */
export interface ReportContext {
  /** The validation time in seconds since 1970, as passed to `verify`. */
  at: number;
  /** SHA-256 of the bytes that each signature covers, in the order of the reports. */
  digests?: readonly (Uint8Array | undefined)[];
}

/** The validation report of a document, as XML. Never throws for a result of `verify`. */
export function validationReport(reports: readonly SignatureReport[], context: ReportContext): string {
  const objects = new ObjectList();
  const signatureReports = reports.map((report, place) => signatureReport(report, place, context, objects));
  const root = element('ValidationReport', { xmlns: namespace, 'xmlns:ds': dsig }, [...signatureReports, ...objects.element()]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf(root)}\n`;
}

function signatureReport(report: SignatureReport, place: number, context: ReportContext, objects: ObjectList): Xml {
  const digest = context.digests?.[place];
  return element('SignatureValidationReport', {}, [
    element('SignatureIdentifier', { id: `S${place + 1}` }, [
      ...(digest ? [digestElement(digest)] : []),
      element('HashOnly', {}, ['false']),
      element('DocHashOnly', {}, ['false']),
      ...(report.field ? [element('SignatureFieldName', { xmlns: own }, [report.field])] : []),
    ]),
    element('ValidationTimeInfo', {}, [
      element('ValidationTime', {}, [timeOf(context.at)]),
      element('BestSignatureTime', {}, [
        element('POETime', {}, [report.provenTime ?? timeOf(context.at)]),
        element('TypeOfProof', {}, [`${urn}:poetype:validation`]),
      ]),
    ]),
    ...(digest ? [element('SignersDocument', {}, [digestElement(digest)])] : []),
    ...attributes(report),
    ...signerInformation(report, objects),
    ...quality(report),
    element('SignatureValidationProcess', {}, [element('SignatureValidationProcessID', {}, [`${urn}:validationprocess:${process(report)}`])]),
    status(report, objects),
  ]);
}

/** Attributes that the signer states. */
function attributes({ signingTime, cmsSigningTime, reason, location, byteRange }: SignatureReport): Xml[] {
  const stated = [
    ...(signingTime ?? cmsSigningTime ? [element('SigningTime', { Signed: 'true' }, [element('Time', {}, [signingTime ?? cmsSigningTime ?? ''])])] : []),
    ...(reason ? [element('Reason', { Signed: 'true' }, [element('ReasonElement', {}, [reason])])] : []),
    ...(location ? [element('SignatureProductionPlace', { Signed: 'true' }, [element('AddressString', {}, [location])])] : []),
    ...(byteRange.length === 4 ? [element('ByteRange', {}, [byteRange.join(' ')])] : []),
  ];
  return stated.length > 0 ? [element('SignatureAttributes', {}, stated)] : [];
}

function signerInformation({ signer, certificate }: SignatureReport, objects: ObjectList): Xml[] {
  if (!signer) return [];
  const id = objects.certificate(signer, certificate ?? undefined);
  return [element('SignerInformation', {}, [element('SignerCertificate', { VOReference: id }), element('Signer', {}, [signer.subject])])];
}

/** Legal level of the signature, if trusted lists were consulted. */
const quality = ({ qualification }: SignatureReport): Xml[] =>
  qualification ? [element('SignatureQuality', {}, [`qualification:${qualification.level}`, ...qualification.reasons.map((reason) => `qualification-reason:${reason}`)].map((each) => element('SignatureQualityInformation', {}, [`${own}:${each}`])))] : [];

/** Returns the validation process of EN 319 102-1 that the material allows: basic, with time and long-term data, or with archive data. */
const process = ({ level }: SignatureReport): string => (level === 'B-LTA' ? 'LTA' : level === 'B-T' || level === 'B-LT' ? 'LTVM' : 'Basic');

const indications = { passed: 'total-passed', failed: 'total-failed', indeterminate: 'indeterminate' } as const;

function status(report: SignatureReport, objects: ObjectList): Xml {
  const [revocation] = report.revocation.flatMap((each) => revoked(each, report, objects));
  const data = [...chain(report, objects), ...(revocation ? [revocation] : []), ...findings(report)];
  return element('SignatureValidationStatus', {}, [
    element('MainIndication', {}, [`${urn}:mainindication:${indications[report.indication]}`]),
    ...(report.subIndication ? [element('SubIndication', {}, [`${urn}:subindication:${report.subIndication}`])] : []),
    ...(data.length > 0 ? [element('AssociatedValidationReportData', {}, data)] : []),
  ]);
}

/** The certification path of the signer. Its last certificate is the trust anchor if the path is trusted. */
function chain({ chain: path, certificate, trusted }: SignatureReport, objects: ObjectList): Xml[] {
  const [signer, ...above] = path;
  if (!signer) return [];
  const reference = (name: string, info: CertificateInfo, der?: string): Xml => element(name, { VOReference: objects.certificate(info, der) });
  const anchor = trusted ? above.at(-1) : undefined;
  return [element('CertificateChain', {}, [
    reference('SigningCertificate', signer, certificate ?? undefined),
    ...above.filter((each) => each !== anchor).map((each) => reference('IntermediateCertificate', each)),
    ...(anchor ? [reference('TrustAnchor', anchor)] : []),
  ])];
}

function revoked({ certificate, state, revokedAt, reason }: RevocationReport, { chain: path }: SignatureReport, objects: ObjectList): Xml[] {
  const info = path.find(({ commonName, subject }) => (commonName ?? subject) === certificate);
  if (state !== 'revoked' || !revokedAt || !info) return [];
  return [element('RevocationStatusInformation', {}, [
    element('ValidationObjectId', { VOReference: objects.certificate(info) }),
    element('RevocationTime', {}, [revokedAt]),
    ...(reason ? [element('RevocationReason', {}, [reason])] : []),
  ])];
}

/** Findings, by this program's codes. */
function findings({ findings: all, level }: SignatureReport): Xml[] {
  const data = [...(level === 'none' ? [] : [['level', level] as const]), ...all.map(({ code, severity, message }) => [`finding:${severity}:${code}`, message] as const)];
  if (data.length === 0) return [];
  const reported = data.map(([type, value]) => element('ReportData', {}, [element('Type', {}, [`${own}:${type}`]), element('Value', {}, [value])]));
  return [element('AdditionalValidationReportData', {}, reported)];
}

const digestElement = (digest: Uint8Array): Xml =>
  element('DigestAlgAndValue', {}, [
    element('ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    element('ds:DigestValue', {}, [btoa(String.fromCharCode(...digest))]),
  ]);

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
