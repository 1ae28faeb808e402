/** Namespaces and URIs of ETSI TS 119 612, annexes B, C and D. */
export const tsl = 'http://uri.etsi.org/02231/v2#';
export const additional = 'http://uri.etsi.org/02231/v2/additionaltypes#';
export const qualifications = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#';
export const xades = 'http://uri.etsi.org/01903/v1.3.2#';

/** Returns the last part of an ETSI URI with the given prefix; undefined for other URIs. */
export function termOf(address: string, beginning: string): string | undefined {
  return address.startsWith(beginning) ? address.slice(beginning.length) : undefined;
}
