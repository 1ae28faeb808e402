import type { HandwritingFont } from './handwriting-fonts.ts';

const isOf = (family: string) => (rule: CSSRule): boolean => rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-family').includes(family);

const failed = new WeakSet<EventTarget>();
globalThis.document?.addEventListener('error', ({ target }) => {
  if (target instanceof HTMLLinkElement) failed.add(target);
}, true);

/** A style sheet that has failed may be the one that declares the font. One that is still loading is left alone: somebody waits for it. */
function mayDeclare(link: HTMLLinkElement, family: string): boolean {
  if (failed.has(link)) return true;
  try {
    return [...(link.sheet?.cssRules ?? [])].some(isOf(family));
  } catch {
    return true;
  }
}

const copyOf = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.addEventListener('load', () => resolve(), { once: true });
    copy.addEventListener('error', () => resolve(), { once: true });
    link.replaceWith(copy);
  });

const renewing = new Map<string, Promise<unknown>>();
/** One after the other: a copy that is replaced while it loads never tells how it ended. */
let last: Promise<unknown> = Promise.resolve();

/** A font or style sheet that has failed once stays failed: the browser does not ask for it again. A copy of the style sheet begins anew. */
function renewStyleSheets(family: string): Promise<unknown> {
  const known = renewing.get(family);
  if (known) return known;
  const copyAll = (): Promise<unknown> => Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => mayDeclare(link, family)).map(copyOf));
  const renewed = last.then(copyAll).finally(() => renewing.delete(family));
  last = renewed;
  renewing.set(family, renewed);
  return renewed;
}

const isDeclared = (family: string): boolean => [...document.fonts].some((face) => face.family.replaceAll('"', '') === family);

/** Loads the slices of a font that a text needs, as far as it has its letters. May be called again after a failure. */
export async function loadFont(font: HandwritingFont, text: string): Promise<void> {
  const load = (): Promise<unknown> => document.fonts.load(`16px "${font.family}"`, text);
  try {
    await font.load();
    // After a failure the bundler resolves although the style sheet is missing.
    if (isDeclared(font.family)) return void (await load());
  } catch (error) {
    console.info('A font did not come', font.family, error);
  }
  await renewStyleSheets(font.family);
  await load();
  if (!isDeclared(font.family)) throw new Error(`${font.family} is not declared`);
}
