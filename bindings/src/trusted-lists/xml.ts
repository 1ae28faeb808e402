/** XML of strangers: well-formed, small enough, without a document type, so that nothing is expanded or fetched. */
import { DOMParser } from '@xmldom/xmldom';
import { EngineError } from '../errors.ts';

const largest = 32 << 20;
const mostElements = 400_000;
/** Canonicalization walks down recursively. */
const deepest = 64;

const malformed = (why: string): EngineError => new EngineError('trusted_list_malformed', why);

/** The text of a list. UTF-8 alone: whoever guesses encodings can be told two different texts. */
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
  // Before anything is parsed: entities are how small files become large ones, and how parsers are sent elsewhere.
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

/** The child elements of a namespace and name; of every name without one. */
export function children(parent: Element | undefined, namespace: string, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling) {
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    if (element.namespaceURI === namespace && (name === undefined || element.localName === name)) found.push(element);
  }
  return found;
}

/** The element at the end of a path of names, each the first of its name. */
export function at(parent: Element | undefined, namespace: string, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>((from, name) => children(from, namespace, name)[0], parent);
}

/** Its text, without the white space around it. */
export const textIn = (element: Element | undefined): string => element?.textContent?.trim() ?? '';
