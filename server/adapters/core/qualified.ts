/** Reads the QCStatements of a certificate (ETSI EN 319 412-5). */
// `@peculiar/x509` requires this to be loaded first.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { oid, readElements, readWhole } from '#server/adapters/authority/der.ts';

const qcStatements = '1.3.6.1.5.5.7.1.3';
/** Clause 4.2.1: a qualified certificate. */
const compliance = oid('0.4.0.1862.1.1');
/** Clause 4.2.2: the key is in a qualified signature creation device. */
const device = oid('0.4.0.1862.1.4');

export interface Qualification {
  qualified: boolean;
  onDevice: boolean;
}

/** Returns what the certificate states of itself. */
export function statedQualification(certificate: Uint8Array): Qualification {
  const extension = new x509.X509Certificate(Uint8Array.from(certificate)).getExtension(qcStatements);
  const statements = extension ? statementsIn(Buffer.from(extension.value)) : [];
  const says = (id: Buffer): boolean => statements.some((each) => each.equals(id));
  return { qualified: says(compliance), onDevice: says(device) };
}

/** Returns the OIDs of the statements; none for an extension that can't be parsed. */
function statementsIn(extension: Buffer): Buffer[] {
  try {
    return readElements(readWhole(extension).content).flatMap((statement) => readElements(statement.content)[0]?.whole ?? []);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
