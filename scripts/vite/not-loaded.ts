import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { locales } from '../../contract/languages.ts';

interface Words {
  notLoaded: string;
  reload: string;
}

/** Seconds until the message appears if the app has not started. */
const TIMEOUT_SECONDS = 30;

const wordsOf = (language: string): Words => JSON.parse(readFileSync(new URL(`../../contract/locales/${language}/failure.json`, import.meta.url), 'utf8')) as Words;

const style = `
.not-loaded { visibility: hidden; animation: not-loaded 0s ${TIMEOUT_SECONDS}s forwards; max-width: 34rem; margin: 0 auto; padding: 15vh 16px 32px; text-align: center; font: 16px/1.5 system-ui, sans-serif; color: var(--color-ink, CanvasText); }
[data-failed] .not-loaded { animation-delay: 0s; }
@keyframes not-loaded { to { visibility: visible; } }
.not-loaded > [lang] { display: none; }
${locales.map((language) => `html[lang=${language}] .not-loaded > [lang=${language}]`).join(', ')} { display: block; }
.not-loaded a { display: inline-block; min-height: 44px; padding: 10px 16px; box-sizing: border-box; border-radius: 6px; background: var(--color-accent, #0b5cad); color: var(--color-on-accent, #fff); font-weight: 600; text-decoration: none; }`;

const face = locales
  .map((language) => {
    const { notLoaded, reload } = wordsOf(language);
    return `<div lang="${language}"><p role="heading" aria-level="1">${notLoaded}</p><a href="">${reload}</a></div>`;
  })
  .join('');

/**
 * Adds a message to the page for scripts that fail to load: static HTML in every language, shown by CSS alone.
 * `theme-first.js` sets the language and reports a failed script. Without it the message appears after a delay, in English.
 * The app replaces it.
 */
export const notLoaded = (): Plugin => ({
  name: 'countersign:not-loaded',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => ({
      html: html.replace('<div id="root"></div>', `<div id="root"><div class="not-loaded" role="main">${face}</div></div>`),
      tags: [{ tag: 'style', injectTo: 'head', children: style }],
    }),
  },
});
