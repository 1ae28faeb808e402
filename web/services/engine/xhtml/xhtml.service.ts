import { AppError } from '../../app-error.ts';
import type { UnplacedField } from './xhtml-fields.ts';
import { takeFields } from './xhtml-fields.ts';
import { xmlText } from './xml-text.ts';

/** MIME type of XHTML. */
export const XHTML = 'application/xhtml+xml' as const;

/** Inline XBRL, whose namespaces differ by year. */
const INLINE_XBRL = /^http:\/\/www\.xbrl\.org\/\d{4}\/inlineXBRL$/;

/** Elements that can run code, leave the frame or load resources. */
const forbiddenElements = 'script, iframe, frame, object, embed, applet, base, link, meta, audio, video, source, template, noscript';
/** Without an effect on what a page shows, except where they stand for a header of the answer. */
const harmlessElements = new Set(['meta', 'template', 'noscript']);
const addresses = new Set(['src', 'href', 'xlink:href', 'srcset', 'action', 'formaction', 'background', 'poster', 'ping', 'data']);
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A sanitised page, ready for a frame of its own. */
export interface XhtmlPage {
  title: string;
  /** HTML that runs and loads nothing. */
  html: string;
  /** Visible text. */
  text: string;
  /**
   * Whether other programs could show something else: parts are left out (programs, what is loaded from elsewhere, what stands beside the
   * body), or HTML has another structure than XML.
   */
  leavesOut: boolean;
  /** Fields without rectangles, which need the layout. */
  fields: readonly UnplacedField[];
}

/** Whether a file is XHTML, by type or name. */
export function isXhtml({ type, name = '' }: { type: string; name?: string }): boolean {
  return type === XHTML || /\.xhtml$/i.test(name);
}

/**
 * Reads a page. Fails with `pdf_parsing_error_invalid_extention` for what is no XHTML, and with `invalid_xbrl` for a
 * report in XBRL without its header (document 2 §5.4).
 */
export async function readXhtml(body: Blob): Promise<XhtmlPage> {
  const page = new DOMParser().parseFromString(await xmlText(body).catch(notXhtml), XHTML);
  const root = page.documentElement;
  if (root.localName !== 'html' || page.querySelector('parsererror')) notXhtml();
  if (isXbrl(page) && !hasXbrlHeader(page)) throw new AppError('invalid_xbrl');
  makePlain(page);
  // The header of a report has figures for machines only.
  for (const header of elementsOf(page, 'header')) header.remove();
  const leavesOut = makeHarmless(page) || hasMoreThanBody(page);
  const fields = takeFields(page);
  const html = htmlOf(page);
  return { title: page.title, html: html.text, text: (page.body?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(), leavesOut: leavesOut || html.isOther, fields };
}

/** HTML has no CDATA sections: in a style sheet, their marks would spoil the first rule. */
function makePlain(page: Document): void {
  const sections = page.createTreeWalker(page, NodeFilter.SHOW_CDATA_SECTION);
  const found: Node[] = [];
  while (sections.nextNode()) found.push(sections.currentNode);
  for (const section of found) section.parentNode?.replaceChild(page.createTextNode(section.nodeValue ?? ''), section);
}

function notXhtml(): never {
  throw new AppError('pdf_parsing_error_invalid_extention', { message: 'The file is not well-formed XHTML' });
}

function isXbrl(page: Document): boolean {
  const declared = [...page.documentElement.attributes].some(({ value }) => INLINE_XBRL.test(value));
  return declared || [...page.getElementsByTagName('*')].some((element) => INLINE_XBRL.test(element.namespaceURI ?? ''));
}

function hasXbrlHeader(page: Document): boolean {
  return elementsOf(page, 'header').length > 0;
}

function elementsOf(page: Document, localName: string): Element[] {
  return [...page.getElementsByTagNameNS('*', localName)].filter((element) => INLINE_XBRL.test(element.namespaceURI ?? ''));
}

/** Returns whether anything was removed that could change what is shown. */
function makeHarmless(page: Document): boolean {
  // A style sheet from elsewhere can stand before the page.
  let leavesOut = loadsByStyle(page) || [...page.childNodes].some(({ nodeType, nodeName }) => nodeType === Node.PROCESSING_INSTRUCTION_NODE && nodeName === 'xml-stylesheet');
  for (const element of page.querySelectorAll(forbiddenElements)) {
    leavesOut ||= !harmlessElements.has(element.localName) || element.hasAttribute('http-equiv');
    element.remove();
  }
  for (const element of page.getElementsByTagName('*')) {
    for (const name of element.getAttributeNames()) {
      const leads = addresses.has(name.toLowerCase()) && !/^(?:#|data:image\/)/i.test(element.getAttribute(name)?.trim() ?? '');
      if (!leads && !/^on/i.test(name)) continue;
      leavesOut ||= !leadsOnly(element, name);
      element.removeAttribute(name);
    }
  }
  return leavesOut;
}

/** Whether styles load something, which the policy of the frame prevents, or ask whether scripts run. Attributes of drawings are styles too. */
const loadsByStyle = (page: Document): boolean =>
  [...page.querySelectorAll('style')].some((style) => loadsInStyle(style.textContent ?? ''))
  || [...page.querySelectorAll('*')].some((element) => [...element.attributes].some(({ value }) => /[(\\]/.test(value) && loadsInStyle(value)));

/** A function that loads, with its address, or a list of addresses in quotes. */
const loading = /(?:url|src)\(\s*["']?([^)]*)|image-set\(\s*(?=["'])["']([^"']*)/gi;

function loadsInStyle(text: string): boolean {
  const style = unescapedStyle(text);
  return /@import|\(\s*scripting\b/i.test(style) || [...style.matchAll(loading)].some(([, address, listed]) => !/^(?:#|data:)/i.test((address ?? listed ?? '').trim()));
}

/** `u\72l(` is `url(` in a style sheet. */
const unescapedStyle = (style: string): string =>
  style.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, sign: string | undefined) => (code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)) : (sign ?? '')));

/** XML may have anything beside head and body, which browsers show. */
const hasMoreThanBody = ({ documentElement: root, head, body }: Document): boolean =>
  [...root.childNodes].some((node) => (node instanceof Element ? node !== head && node !== body : node instanceof Text && node.data.trim() !== ''));

/** Links and forms lead elsewhere only when somebody uses them. */
const leadsOnly = (element: Element, attribute: string): boolean =>
  (element.localName === 'a' && ['href', 'ping', 'xlink:href'].includes(attribute.toLowerCase())) || ['action', 'formaction'].includes(attribute.toLowerCase());

/** Serialises as HTML for `srcdoc`, where self-closing XML elements would be misread. */
function htmlOf(page: Document): { text: string; isOther: boolean } {
  const html = document.implementation.createHTMLDocument(page.title);
  // Style sheets refer to them.
  for (const { name, value } of page.documentElement.attributes) if (!/^xmlns|:/.test(name)) html.documentElement.setAttribute(name, value);
  for (const style of page.querySelectorAll('head style')) html.head.append(html.importNode(style, true));
  if (page.body) html.body.replaceWith(html.importNode(page.body, true));
  const meta = html.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  html.head.prepend(meta);
  const text = `<!doctype html>${html.documentElement.outerHTML}`;
  return { text, isOther: shapeOf(html) !== shapeOf(new DOMParser().parseFromString(text, 'text/html')) };
}

/** Added where HTML leaves them out. */
const implied = new Set(['tbody', 'colgroup']);

const inHtml = 'http://www.w3.org/1999/xhtml';
const known = new Set([inHtml, 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML']);

/** HTML knows no prefixes: `h:p` is no paragraph, and the element of a report is one without a meaning. */
const nameIn = ({ namespaceURI, localName, nodeName }: Element): string =>
  (known.has(namespaceURI ?? '') ? `${namespaceURI} ${localName}` : `${inHtml} ${nodeName}`).toLowerCase();

/** Elements and text. HTML closes a paragraph before a block in it, for instance, and ends a style sheet where it has `</style`. */
const shapeOf = (html: Document): string =>
  [...[...html.querySelectorAll('*')].filter(({ localName }) => !implied.has(localName)).map(nameIn), (html.documentElement.textContent ?? '').replaceAll(/\s+/g, '')].join('\n');
