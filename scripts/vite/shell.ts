import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../../contract/languages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8');

const wanted = ['page', 'ink', 'ink-2', 'line', 'accent'];

/** Colours of the design tokens that are needed before a style sheet has loaded. */
const colours = (theme: 'light' | 'dark'): string => {
  const [, tokens = ''] = new RegExp(`@mixin ${theme} \\{([^}]*)\\}`).exec(read('web/styles/tokens.scss')) ?? [];
  const values = wanted.map((name) => {
    const [, value] = new RegExp(`--color-${name}: ([^;]+);`).exec(tokens) ?? [];
    if (!value) throw new Error(`The ${theme} theme has no colour "${name}"`);
    return `--color-${name}:${value}`;
  });
  return `color-scheme:${theme};${values.join(';')}`;
};

const style = (): string => `
:root{${colours('light')}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${colours('dark')}}}
:root[data-theme=dark]{${colours('dark')}}
body{margin:0;background:var(--color-page);color:var(--color-ink)}
#shell{position:fixed;inset:0;z-index:-1;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:20px;font:600 20px/1.3 system-ui,sans-serif}
#shell svg{width:60px;height:60px}
#shell i{position:relative;width:120px;height:3px;border-radius:3px;overflow:hidden;background:var(--color-line)}
#shell i::after{content:"";position:absolute;inset:0 60% 0 0;border-radius:3px;background:var(--color-accent);animation:shell 1.4s ease-in-out infinite alternate}
@keyframes shell{to{transform:translateX(150%)}}
@media (prefers-reduced-motion:reduce){#shell i::after{animation:none}}
[data-failed] #shell{display:none}
noscript p{max-width:34rem;margin:16px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif;text-align:center}
`;

/** Runs before the first paint, so that a dark page does not flash. Inline, because a separate file would block rendering; the server allows it by hash. */
const theme = (): string => read('web/app/theme-first.js');

const words = (): string =>
  locales.map((language) => `<p lang="${language}">${(JSON.parse(read('contract/locales', language, 'page.json')) as { noScript: string }).noScript}</p>`).join('');

/** Static shell before scripts run: the logo in the theme of the person, and a text for browsers without scripts. `leave-shell.ts` removes it. */
export const shell = (): Plugin => ({
  name: 'countersign:shell',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('</head>', () => `<script>${theme()}</script><style>${style().replaceAll('\n', '')}</style></head>`)
        .replace('<div id="root"></div>', (place) => `${place}<div id="shell" aria-hidden="true">${read('web/public/favicon.svg').replaceAll(/\n\s*/g, '')}Countersign<i></i></div><noscript><style>#shell,.not-loaded{display:none}</style>${words()}</noscript>`),
  },
});
