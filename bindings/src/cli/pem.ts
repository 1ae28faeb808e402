/** Returns the certificates of a PEM file, or that of a DER file, as DER. */
export function certificatesIn(bytes: Uint8Array): Uint8Array[] {
  const content = Buffer.from(bytes).toString('latin1');
  const blocks = [...content.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)];
  if (blocks.length === 0) return [bytes];
  return blocks.map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
}
