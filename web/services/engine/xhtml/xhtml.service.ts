import { AppError } from '../../app-error.ts';
import type { UnplacedField } from './xhtml-fields.ts';
import { takeFields } from './xhtml-fields.ts';
import { xmlText } from './xml-text.ts';

/** The type of documents that are pages of the web. */
export const XHTML = 'application/xhtml+xml' as const;

/** Inline XBRL: figures of a report marked inside of a page. Its namespaces differ by year. */
const INLINE_XBRL = /^http:\/\/www\.xbrl\.org\/\d{4}\/inlineXBRL$/;

/** What could run, reach out of the frame, or load something: a document shows itself and does nothing. */
const forbiddenElements = 'script, iframe, frame, object, embed, applet, base, link, meta, audio, video, source, template, noscript';
const addresses = new Set(['src', 'href', 'xlink:href', 'srcset', 'action', 'formaction', 'background', 'poster', 'ping', 'data']);
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A page that is ready to be shown in a frame of its own. */
export interface XhtmlPage {
  title: string;
  /** HTML without anything that runs or loads. */
  html: string;
  /** What a person reads. */
  text: string;
  /** Its controls; where they are is known once it is laid out. */
  fields: readonly UnplacedField[];
}

/** Whether a file is a page, by its type or its name. */
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
  // A report keeps its figures for machines in its header: nobody reads them.
  for (const header of elementsOf(page, 'header')) header.remove();
  makeHarmless(page);
  const fields = takeFields(page);
  return { title: page.title, html: htmlOf(page), text: (page.body?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(), fields };
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

function makeHarmless(page: Document): void {
  for (const element of page.querySelectorAll(forbiddenElements)) element.remove();
  for (const element of page.getElementsByTagName('*')) {
    for (const name of element.getAttributeNames()) {
      const leads = addresses.has(name.toLowerCase()) && !/^(?:#|data:image\/)/i.test(element.getAttribute(name)?.trim() ?? '');
      if (leads || /^on/i.test(name)) element.removeAttribute(name);
    }
  }
}

/** The page as HTML, which frames take as text: XML's short empty elements mean something else there. */
function htmlOf(page: Document): string {
  const html = document.implementation.createHTMLDocument(page.title);
  for (const style of page.querySelectorAll('head style')) html.head.append(html.importNode(style, true));
  if (page.body) html.body.replaceWith(html.importNode(page.body, true));
  const meta = html.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  html.head.prepend(meta);
  return `<!doctype html>${html.documentElement.outerHTML}`;
}
