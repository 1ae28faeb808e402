/** Criteria for certificates in a list (ETSI TS 119 612, 5.5.9.2.2). Unknown criteria are marked as such and never count as met. */
import type { Criteria } from '../engine.ts';
import { additional, qualifications, xades } from './namespaces.ts';
import { children, textIn } from './xml.ts';

/** Key usage bits in the order of RFC 5280, 4.2.1.3. */
const bits = ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'dataEncipherment', 'keyAgreement', 'keyCertSign', 'crlSign', 'encipherOnly', 'decipherOnly'];

const assertions = { all: 'all', atLeastOne: 'atLeastOne', none: 'none' } as const;

/** Maximum nesting of criteria lists, the same as in the core. */
const deepest = 8;

export function readCriteria(list: Element | undefined, level = 1): Criteria {
  const assert = assertions[list?.getAttribute('assert') as keyof typeof assertions];
  const read: Criteria = { assert: assert ?? 'all', policies: [], keyUsage: [], purposes: [], lists: [], others: assert === undefined };
  for (const element of list ? childElements(list) : []) readCriterion(element, read, level);
  return read;
}

function readCriterion(element: Element, into: Criteria, level: number): void {
  const name = element.namespaceURI === qualifications ? element.localName : '';
  if (name === 'Description') return;
  if (name === 'CriteriaList' && level < deepest) into.lists.push(readCriteria(element, level + 1));
  else if (name === 'PolicySet') into.policies.push(children(element, qualifications, 'PolicyIdentifier').map((each) => identifierIn(each)));
  else if (name === 'KeyUsage') readKeyUsage(element, into);
  else if (name === 'otherCriteriaList') readOthers(element, into);
  else into.others = true;
}

function readKeyUsage(element: Element, into: Criteria): void {
  const set = children(element, qualifications, 'KeyUsageBit').map((each) => ({ bit: bits.indexOf(each.getAttribute('name') ?? ''), value: /^(true|1)$/.test(textIn(each)) }));
  if (set.some(({ bit }) => bit === -1)) into.others = true;
  else into.keyUsage.push(set);
}

/** Extended key usages are supported; subject name attributes are not. */
function readOthers(element: Element, into: Criteria): void {
  for (const other of childElements(element)) {
    if (other.namespaceURI === additional && other.localName === 'ExtendedKeyUsage') into.purposes.push(children(other, additional, 'KeyPurposeId').map(identifierIn));
    else into.others = true;
  }
}

/** Returns an object identifier, written plainly or as a URN. */
const identifierIn = (element: Element): string => textIn(children(element, xades, 'Identifier')[0]).replace(/^urn:oid:/i, '');

function childElements(parent: Element): Element[] {
  return Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);
}
