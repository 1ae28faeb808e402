/** Bytes that are searched for the XML declaration, which must come first. */
const mostOfDeclaration = 256;
const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * The text of an XML file by its own encoding: that of its byte order mark, else the declared one, else UTF-8 (XML 1.0, 4.3.3).
 * Fails with a `TypeError` or `RangeError` for bytes that are none of it, or an encoding nobody knows: what can't be read
 * right could only be written wrong.
 */
export async function xmlText(body: Blob): Promise<string> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  // A byte order mark, or `<` without one.
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return declaration.exec(String.fromCharCode(...bytes.subarray(0, mostOfDeclaration)))?.[1] ?? 'utf-8';
}
