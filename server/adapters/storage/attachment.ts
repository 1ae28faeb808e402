/** Returns a `Content-Disposition` with the name in both forms: ASCII for old clients, UTF-8 for others (RFC 6266). */
export function attachmentNamed(name: string): string {
  // Lone surrogates can't be encoded in UTF-8 and are replaced.
  const wellFormed = Buffer.from(name).toString();
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
