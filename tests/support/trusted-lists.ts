/** Trusted lists made up for tests (ETSI TS 119 612), signed as real ones are: XAdES, enveloped. No authority of the world is in them. */
import { createHash, type KeyObject, KeyObject as Keys, webcrypto, X509Certificate } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

export const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 } as const;
export const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Whoever signs lists. */
export interface ListSigner {
  certificate: Uint8Array;
  key: KeyObject;
}

/** A signer with a certificate of its own making. */
export async function listSigner(name: string, modulusLength = 2048): Promise<ListSigner> {
  const keys = (await webcrypto.subtle.generateKey({ ...rsa, modulusLength }, true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    { name: `CN=${name}`, notBefore: new Date('2020-01-01'), notAfter: new Date('2060-01-01'), signingAlgorithm: rsa, keys },
    webcrypto as unknown as Crypto,
  );
  return { certificate: new Uint8Array(certificate.rawData), key: Keys.from(keys.privateKey as webcrypto.CryptoKey) };
}

/** A status of a service, from a time on. */
export interface MadePeriod {
  status: string;
  since: string;
  /** Inside ServiceInformationExtensions. */
  extensions?: string;
}

export interface MadeService {
  provider?: string;
  name?: string;
  /** Such as `CA/QC`. */
  type: string;
  certificates: readonly Uint8Array[];
  /** The newest first. */
  periods: readonly MadePeriod[];
}

export interface MadeList {
  territory?: string;
  type?: string;
  version?: number;
  sequence?: number;
  issued?: string;
  /** Null: the list was closed. */
  nextUpdate?: string | null;
  pointers?: readonly { location: string; territory: string; certificates: readonly Uint8Array[]; mime?: string }[];
  services?: readonly MadeService[];
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const identity = (certificates: readonly Uint8Array[]): string =>
  `<ServiceDigitalIdentity>${certificates.map((each) => `<DigitalId><X509Certificate>${base64(each)}</X509Certificate></DigitalId>`).join('')}</ServiceDigitalIdentity>`;
const names = (name: string): string => `<Name xml:lang="de">${name} (de)</Name><Name xml:lang="en">${name}</Name>`;

/** The list without its signature. */
export function listXml({ territory = 'XA', type = 'EUgeneric', version = 5, sequence = 1, issued = '2026-10-01T00:00:00Z', nextUpdate = '2027-03-01T00:00:00Z', pointers = [], services = [] }: MadeList = {}): string {
  const pointed = pointers.map(
    ({ location, territory: country, certificates, mime = 'application/vnd.etsi.tsl+xml' }) =>
      `<OtherTSLPointer><ServiceDigitalIdentities>${certificates.map((each) => identity([each])).join('')}</ServiceDigitalIdentities><TSLLocation>${location}</TSLLocation><AdditionalInformation><OtherInformation><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric</TSLType></OtherInformation><OtherInformation><SchemeTerritory>${country}</SchemeTerritory></OtherInformation><OtherInformation><a:MimeType>${mime}</a:MimeType></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" xmlns:a="http://uri.etsi.org/02231/v2/additionaltypes#" xmlns:q="http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#" xmlns:x="http://uri.etsi.org/01903/v1.3.2#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag"><SchemeInformation><TSLVersionIdentifier>${version}</TSLVersionIdentifier><TSLSequenceNumber>${sequence}</TSLSequenceNumber><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/${type}</TSLType><SchemeOperatorName>${names(`Operator of ${territory}`)}</SchemeOperatorName><SchemeTerritory>${territory}</SchemeTerritory>${pointed.length > 0 ? `<PointersToOtherTSL>${pointed.join('')}</PointersToOtherTSL>` : ''}<ListIssueDateTime>${issued}</ListIssueDateTime><NextUpdate>${nextUpdate === null ? '' : `<dateTime>${nextUpdate}</dateTime>`}</NextUpdate></SchemeInformation>${providersXml(services)}</TrustServiceStatusList>`;
}

function providersXml(services: readonly MadeService[]): string {
  if (services.length === 0) return '';
  const made = services.map(({ provider = 'Provider', name = 'Service', type, certificates, periods: [current, ...history] }) => {
    const inside = (period: MadePeriod | undefined): string =>
      period ? `<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier><ServiceName>${names(name)}</ServiceName>${identity(certificates)}<ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${period.status}</ServiceStatus><StatusStartingTime>${period.since}</StatusStartingTime>${period.extensions ? `<ServiceInformationExtensions>${period.extensions}</ServiceInformationExtensions>` : ''}` : '';
    const earlier = history.length > 0 ? `<ServiceHistory>${history.map((each) => `<ServiceHistoryInstance>${inside(each)}</ServiceHistoryInstance>`).join('')}</ServiceHistory>` : '';
    return `<TrustServiceProvider><TSPInformation><TSPName>${names(provider)}</TSPName></TSPInformation><TSPServices><TSPService><ServiceInformation>${inside(current)}</ServiceInformation>${earlier}</TSPService></TSPServices></TrustServiceProvider>`;
  });
  return `<TrustServiceProviderList>${made.join('')}</TrustServiceProviderList>`;
}

/** A Qualifications extension: qualifiers for the certificates that the criteria mean. */
export const qualificationsXml = (qualifiers: readonly string[], criteria: string): string =>
  `<Extension Critical="true"><q:Qualifications><q:QualificationElement><q:Qualifiers>${qualifiers.map((each) => `<q:Qualifier uri="http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${each}"/>`).join('')}</q:Qualifiers>${criteria}</q:QualificationElement></q:Qualifications></Extension>`;

/** Criteria about policies. */
export const policiesXml = (assert: string, ...policies: string[]): string =>
  `<q:CriteriaList assert="${assert}"><q:PolicySet>${policies.map((each) => `<q:PolicyIdentifier><x:Identifier Qualifier="OIDAsURN">urn:oid:${each}</x:Identifier></q:PolicyIdentifier>`).join('')}</q:PolicySet></q:CriteriaList>`;

/** What the service is for. */
export const useXml = (use: string): string =>
  `<Extension Critical="true"><AdditionalServiceInformation><URI xml:lang="en">http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${use}</URI></AdditionalServiceInformation></Extension>`;

/** Another provider has taken the service over. */
export const takenOverXml = '<Extension Critical="false"><a:TakenOverBy><URI xml:lang="en">https://other.example</URI></a:TakenOverBy></Extension>';

export interface ListSigning {
  algorithm?: string;
  transforms?: readonly string[];
  digest?: string;
  /** What the main reference names. */
  reference?: string;
  /** What the signature says that it was made with. */
  certificate?: Uint8Array;
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Signs a list as its operator does. */
export function signList(xml: string, signer: ListSigner, { algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', transforms = [enveloped, exclusive], digest = 'http://www.w3.org/2001/04/xmlenc#sha256', reference, certificate = signer.certificate }: ListSigning = {}): string {
  const digestOfCertificate = createHash('sha256').update(certificate).digest('base64');
  const properties = `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#sig"><xades:SignedProperties Id="props"><xades:SignedSignatureProperties><xades:SigningTime>2026-10-01T00:00:00Z</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest><ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${digestOfCertificate}</ds:DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>`;
  const pem = new X509Certificate(certificate).toString();
  const made = new SignedXml({ privateKey: signer.key.export({ type: 'pkcs8', format: 'pem' }) as string, publicCert: pem, signatureAlgorithm: algorithm, canonicalizationAlgorithm: exclusive, objects: [{ content: properties }] });
  made.addReference({ xpath: reference ?? '/*', uri: '', isEmptyUri: reference === undefined, transforms: [...transforms], digestAlgorithm: digest });
  made.addReference({ xpath: '//*[local-name(.)=\'SignedProperties\']', uri: '#props', transforms: [exclusive], digestAlgorithm: digest, type: 'http://uri.etsi.org/01903#SignedProperties' });
  made.computeSignature(xml, { prefix: 'ds', attrs: { Id: 'sig' }, location: { reference: '/*', action: 'append' } });
  return made.getSignedXml();
}
