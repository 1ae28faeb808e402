/** `Content-Disposition` with the name in both forms: plain characters for old readers, all of them for the others (RFC 6266). */
export function attachmentNamed(name: string): string {
  // Half a character, which a text of JavaScript can hold, has no encoding.
  const wellFormed = Buffer.from(name).toString();
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
