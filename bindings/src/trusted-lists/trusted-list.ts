/** Reads trusted lists of ETSI TS 119 612, versions 5 (V2.1.1) and 6 (V2.3.1). */
import type { TrustService } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { verifiedXml } from './list-signature.ts';
import { termOf, tsl } from './namespaces.ts';
import { identitiesIn, nameIn, readServices, secondsOf } from './services.ts';
import { at, children, textIn, textOf } from './xml.ts';

const versions = ['5', '6'];
const listMime = 'application/vnd.etsi.tsl+xml';
/** Tolerance in seconds for differing clocks. */
const leeway = 24 * 60 * 60;

/** A pointer to another list. */
export interface ListPointer {
  location: string;
  territory: string;
  /** Certificates of its possible signers, DER. */
  certificates: Uint8Array[];
  isListOfLists: boolean;
}

/** A list with a verified signature. */
export interface TrustedList {
  territory: string;
  operator: string;
  isListOfLists: boolean;
  sequence: number;
  /** Seconds since 1970. */
  issued: number;
  /** Time by which the next list is due, in seconds since 1970; 0 for a closed list. */
  nextUpdate: number;
  /** SHA-256 fingerprint of the signing certificate, hexadecimal. */
  signer: string;
  pointers: ListPointer[];
  services: TrustService[];
}

/**
 * Reads a list signed by one of `certificates` (DER). `now`: seconds since 1970. Throws `trusted_list_malformed`,
 * `trusted_list_signature`, `trusted_list_signer` and `trusted_list_version`. Does not check whether the list has
 * expired.
 */
export function readTrustedList(bytes: Uint8Array, certificates: readonly Uint8Array[], now: number): TrustedList {
  const { root, signer } = verifiedXml(textOf(bytes), certificates);
  if (root.namespaceURI !== tsl || root.localName !== 'TrustServiceStatusList') throw new EngineError('trusted_list_malformed', 'This is no trusted list');
  const scheme = at(root, tsl, 'SchemeInformation');
  const version = textIn(at(scheme, tsl, 'TSLVersionIdentifier'));
  if (!versions.includes(version)) throw new EngineError('trusted_list_version', `Version ${version || 'unknown'} of lists is not supported`);
  const issued = secondsOf(textIn(at(scheme, tsl, 'ListIssueDateTime')));
  if (issued > now + leeway) throw new EngineError('trusted_list_malformed', 'The list comes from the future');
  const next = textIn(at(scheme, tsl, 'NextUpdate', 'dateTime'));
  const nextUpdate = next === '' ? 0 : secondsOf(next);
  const territory = textIn(at(scheme, tsl, 'SchemeTerritory'));
  return {
    territory,
    operator: nameIn(at(scheme, tsl, 'SchemeOperatorName')),
    isListOfLists: isListOfLists(textIn(at(scheme, tsl, 'TSLType'))),
    sequence: sequenceOf(textIn(at(scheme, tsl, 'TSLSequenceNumber'))),
    issued,
    nextUpdate,
    signer,
    pointers: children(at(scheme, tsl, 'PointersToOtherTSL'), tsl, 'OtherTSLPointer').flatMap(readPointer),
    services: readServices(root, { territory, listUntil: nextUpdate }),
  };
}

const isListOfLists = (type: string): boolean => termOf(type, 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/')?.endsWith('listofthelists') ?? false;

function sequenceOf(text: string): number {
  const sequence = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (sequence < 1) throw new EngineError('trusted_list_malformed', 'The list has no number');
  return sequence;
}

/** Pointers to human-readable lists (PDF) are omitted. */
function readPointer(pointer: Element): ListPointer[] {
  const others = children(at(pointer, tsl, 'AdditionalInformation'), tsl, 'OtherInformation');
  const mime = others.flatMap((each) => Array.from(each.getElementsByTagNameNS('*', 'MimeType'))).map(textIn)[0];
  if (mime !== undefined && mime !== listMime) return [];
  const value = (name: string): string => textIn(others.flatMap((each) => children(each, tsl, name))[0]);
  const identities = children(at(pointer, tsl, 'ServiceDigitalIdentities'), tsl, 'ServiceDigitalIdentity').flatMap(identitiesIn);
  return [{
    location: textIn(at(pointer, tsl, 'TSLLocation')),
    territory: value('SchemeTerritory'),
    certificates: identities.map((base64) => new Uint8Array(Buffer.from(base64, 'base64'))),
    isListOfLists: isListOfLists(value('TSLType')),
  }];
}
