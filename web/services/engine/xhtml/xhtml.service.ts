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
const addresses = new Set(['src', 'href', 'xlink:href', 'srcset', 'action', 'formaction', 'background', 'poster', 'ping', 'data']);
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A sanitised page, ready for a frame of its own. */
export interface XhtmlPage {
  title: string;
  /** HTML that runs and loads nothing. */
  html: string;
  /** Visible text. */
  text: string;
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
  // The header of a report has figures for machines only.
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

/** Serialises as HTML for `srcdoc`, where self-closing XML elements would be misread. */
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
