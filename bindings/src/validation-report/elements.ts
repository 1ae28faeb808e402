/** A tree of elements and texts for writing XML. */
export interface Xml {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: readonly (Xml | string)[];
}

export const element = (name: string, attributes: Readonly<Record<string, string>> = {}, content: readonly (Xml | string)[] = []): Xml => ({ name, attributes, content });

/** Serialises a tree. Characters that XML can't hold, such as control characters in certificate names, become U+FFFD. */
export function xmlOf({ name, attributes, content }: Xml): string {
  const stated = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  if (content.length === 0) return `<${name}${stated.join('')}/>`;
  return `<${name}${stated.join('')}>${content.map((each) => (typeof each === 'string' ? escaped(each) : xmlOf(each))).join('')}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu, '\ufffd')
    .replaceAll(/[&<>"\r]/g, (letter) => entities[letter] ?? letter);
