import type { CertificateInfo } from '../engine.ts';
import { element, type Xml } from './elements.ts';

/** The objects that a report refers to, each once (TS 119 102-2, 4.4). */
export class ObjectList {
  readonly #certificates = new Map<string, { id: string; der: string | undefined }>();

  /** Returns the identifier of a certificate. Certificates without known bytes are identified by their digest. */
  certificate({ fingerprint }: CertificateInfo, der?: string): string {
    const known = this.#certificates.get(fingerprint);
    const entry = known ?? { id: `C${this.#certificates.size + 1}`, der };
    entry.der ??= der;
    this.#certificates.set(fingerprint, entry);
    return entry.id;
  }

  /** Returns the list element, if there are any objects. */
  element(): Xml[] {
    if (this.#certificates.size === 0) return [];
    const objects = [...this.#certificates].map(([fingerprint, { id, der }]) =>
      element('ValidationObject', { id }, [
        element('ObjectType', {}, ['urn:etsi:019102:validationObject:certificate']),
        element('ValidationObjectRepresentation', {}, [der ? element('base64', {}, [der]) : digestOf(fingerprint)]),
      ]),
    );
    return [element('SignatureValidationObjects', {}, objects)];
  }
}

const digestOf = (fingerprint: string): Xml =>
  element('DigestAlgAndValue', {}, [
    element('ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    element('ds:DigestValue', {}, [btoa((fingerprint.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join(''))]),
  ]);
