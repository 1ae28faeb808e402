/** What a certificate says of itself in its QCStatements (ETSI EN 319 412-5). */
// The certificate library below looks for it when it is loaded.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const qcStatements = '1.3.6.1.5.5.7.1.3';
/** 0.4.0.1862.1.1 (clause 4.2.1): a qualified certificate. */
const compliance = Buffer.from('04008e460101', 'hex');
/** 0.4.0.1862.1.4 (clause 4.2.2): its key is in a device that nobody can copy it from. */
const device = Buffer.from('04008e460104', 'hex');

export interface Qualification {
  qualified: boolean;
  onDevice: boolean;
}

export function qualificationOf(certificate: Uint8Array): Qualification {
  const extension = new x509.X509Certificate(Uint8Array.from(certificate)).getExtension(qcStatements);
  const [list] = extension ? elementsOf(Buffer.from(extension.value)) : [];
  const statements = elementsOf(list ?? Buffer.alloc(0)).map((statement) => elementsOf(statement)[0]);
  const says = (id: Buffer): boolean => statements.some((each) => each?.equals(id) ?? false);
  return { qualified: says(compliance), onDevice: says(device) };
}

/** The contents of the DER elements that follow one another; what is cut off ends the list. */
function elementsOf(der: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  for (let at = 0; at + 1 < der.length;) {
    const first = der[at + 1] ?? 0;
    const long = first > 0x80 ? first - 0x80 : 0;
    if (long > 4 || at + 2 + long > der.length) break;
    const length = long === 0 ? first : der.readUIntBE(at + 2, long);
    const start = at + 2 + long;
    elements.push(der.subarray(start, start + length));
    at = start + length;
  }
  return elements;
}
