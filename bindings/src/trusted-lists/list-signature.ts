/**
 * Verifies the signature of a list: enveloped, over the whole list, by one of the certificates given in advance (ETSI TS
 * 119 612, 5.7). Content is only read from the verified bytes, never from the surrounding file.
 */
import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { EngineError } from '../errors.ts';
import { hashAlgorithms, signatureAlgorithms } from './algorithms.ts';
import { at, children, parseXml, textIn } from './xml.ts';

const ds = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${ds}enveloped-signature`;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const signedProperties = 'http://uri.etsi.org/01903#SignedProperties';
/** Minimum length of RSA keys in bits: 1900 rather than 2048, because some keys are slightly shorter (docs/decisions/0009). */
const leastRsaBits = 1900;

/** The verified content. */
export interface VerifiedXml {
  root: Element;
  /** SHA-256 fingerprint of the signing certificate, hexadecimal. */
  signer: string;
}

const refused = (why: string): EngineError => new EngineError('trusted_list_signature', why);

/** Verifies a list. Throws `trusted_list_signature`, or `trusted_list_signer` if another certificate signed it. */
export function verifiedXml(text: string, certificates: readonly Uint8Array[]): VerifiedXml {
  const root = parseXml(text);
  const signature = theSignature(root);
  const signer = signerAmong(signature, certificates);
  const whole = wholeReference(root, signature);
  const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null });
  check.HashAlgorithms = hashAlgorithms;
  check.SignatureAlgorithms = signatureAlgorithms(signer.publicKey.asymmetricKeyType);
  let bytes: string | undefined;
  try {
    check.loadSignature(signature);
    if (!check.checkSignature(text)) throw refused('What was signed is not what stands in the list');
    bytes = check.getSignedReferences()[whole];
  } catch (error) {
    throw error instanceof EngineError ? error : refused(error instanceof Error ? error.message : String(error));
  }
  if (bytes === undefined) throw refused('The list is not signed');
  const verified = parseXml(bytes);
  if (verified.namespaceURI !== root.namespaceURI || verified.localName !== root.localName) throw refused('The signature covers something else');
  return { root: verified, signer: signer.fingerprint256.replaceAll(':', '').toLowerCase() };
}

/** Returns the only signature, a child of the root. Other positions would permit signature wrapping. */
function theSignature(root: Element): Element {
  const all = root.getElementsByTagNameNS(ds, 'Signature');
  const [own, ...others] = children(root, ds, 'Signature');
  if (!own || others.length > 0 || all.length !== 1) throw refused('A list has one signature, directly below its root');
  if (children(own, ds)[0]?.localName !== 'SignedInfo') throw refused('The signature begins with something else than what it signs');
  return own;
}

/** Returns the index of the reference to the whole list. The only other reference permitted is to the signed properties. */
function wholeReference(root: Element, signature: Element): number {
  const info = at(signature, ds, 'SignedInfo');
  const method = at(info, ds, 'CanonicalizationMethod')?.getAttribute('Algorithm') ?? '';
  if (![exclusive, inclusive].includes(method)) throw refused(`The canonicalization ${method} is not supported`);
  const references = children(info, ds, 'Reference');
  const id = root.getAttribute('Id') || root.getAttribute('ID') || root.getAttribute('id');
  const isWhole = (reference: Element): boolean => {
    const uri = reference.getAttribute('URI') ?? '';
    return uri === '' || (Boolean(id) && uri === `#${id}`);
  };
  const [whole, ...more] = references.filter(isWhole);
  if (!whole || more.length > 0) throw refused('The signature does not cover the whole list');
  const transforms = children(at(whole, ds, 'Transforms'), ds, 'Transform').map((each) => each.getAttribute('Algorithm') ?? '');
  const [first, then, ...rest] = transforms;
  // Any other transform could leave parts of the list out.
  if (first !== enveloped || ![undefined, exclusive, inclusive].includes(then) || rest.length > 0) throw refused('The signature covers only parts of the list');
  const others = references.filter((reference) => reference !== whole);
  if (others.length > 1 || others.some((each) => each.getAttribute('Type') !== signedProperties)) throw refused('The signature covers something else, too');
  return references.indexOf(whole);
}

/** Returns the certificate in the signature, which must be one of the given ones. */
function signerAmong(signature: Element, certificates: readonly Uint8Array[]): X509Certificate {
  const named = textIn(at(signature, ds, 'KeyInfo', 'X509Data', 'X509Certificate')).replace(/\s/g, '');
  const signer = certificates.find((each) => Buffer.from(each).toString('base64') === named);
  if (!signer) throw new EngineError('trusted_list_signer', 'The list is signed by somebody else than it has to be');
  try {
    const read = new X509Certificate(signer);
    const bits = read.publicKey.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < leastRsaBits) throw new EngineError('trusted_list_signer', 'The key of the list is too short');
    return read;
  } catch (error) {
    throw error instanceof EngineError ? error : new EngineError('trusted_list_signer', 'The certificate of the list can\'t be read');
  }
}
