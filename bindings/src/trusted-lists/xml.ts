/** Parser for untrusted XML: well-formed, of limited size and without a document type, so that nothing is expanded or fetched. */
import { DOMParser } from '@xmldom/xmldom';
import { EngineError } from '../errors.ts';

const largest = 32 << 20;
const mostElements = 400_000;
/** Maximum nesting, because canonicalization is recursive. */
const deepest = 64;

const malformed = (why: string): EngineError => new EngineError('trusted_list_malformed', why);

/** Decodes a list. Only UTF-8 is accepted: guessing the encoding would permit two readings of the same bytes. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > largest) throw malformed(`The list has more than ${largest} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The list is not UTF-8');
  }
}

/** Parses strictly. Throws `trusted_list_malformed`. */
export function parseXml(text: string): Element {
  // Checked before parsing, against entity expansion and external entities (XXE).
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw malformed('A list has no document type');
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(declared)) throw malformed(`The list calls itself ${declared}`);
  const stop = (message: string): never => {
    throw malformed(message);
  };
  const document = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } }).parseFromString(text, 'text/xml');
  const root = document?.documentElement;
  if (!root) throw malformed('There is no XML');
  checkSize(root);
  return root;
}

function checkSize(root: Element): void {
  let [node, depth, elements] = [root as Node, 1, 0];
  for (;;) {
    if (node.nodeType === 1 && ++elements > mostElements) throw malformed('The list has too many elements');
    if (depth > deepest) throw malformed('The elements of the list lie too deep in one another');
    if (node.firstChild) {
      node = node.firstChild;
      depth += 1;
      continue;
    }
    while (node !== root && !node.nextSibling) {
      node = node.parentNode ?? root;
      depth -= 1;
    }
    if (node === root || !node.nextSibling) return;
    node = node.nextSibling;
  }
}

/** Returns the child elements with a namespace and name; with any name if it is omitted. */
export function children(parent: Element | undefined, namespace: string, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling) {
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    if (element.namespaceURI === namespace && (name === undefined || element.localName === name)) found.push(element);
  }
  return found;
}

/** Returns the element at a path of names, taking the first of each name. */
export function at(parent: Element | undefined, namespace: string, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>((from, name) => children(from, namespace, name)[0], parent);
}

/** Returns the trimmed text of an element. */
export const textIn = (element: Element | undefined): string => element?.textContent?.trim() ?? '';
