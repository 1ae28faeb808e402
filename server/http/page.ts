/** The few pages that the server renders itself, in the reader's language, light and dark. */
import { escapeHtml } from '#server/adapters/mail/mail-layout.ts';
import { localeOfTag, type Locale } from '#contract/languages.ts';
import { textsOf } from '#server/platform/texts.ts';

const texts = textsOf('server');
export type PageLocale = Locale;

/** Returns the first language of `Accept-Language` that has texts, else English. */
export function pageLocale(acceptLanguage: string | undefined): PageLocale {
  return (acceptLanguage ?? '').split(',').flatMap((tag) => localeOfTag(tag) ?? [])[0] ?? 'en';
}

export const pageTexts = (locale: PageLocale): typeof texts.en => texts[locale];

const style = `
:root { color-scheme: light dark; --page: #f3f5f7; --card: #fff; --line: #dde2e6; --ink: #1b2127; --quiet: #566069; --accent: #0b5cad; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #24292d; --card: #32383d; --line: #4d555c; --ink: #f3f5f6; --quiet: #c3cad0; --accent: #9cc9ff; --on-accent: #10202f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 32px 16px; }
main.narrow { max-width: 480px; padding-top: 15vh; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 8px; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); font-size: 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 24px; }
.list { padding: 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 12px 16px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-size: 12px; font-weight: 600; color: var(--quiet); }
tr:last-child td { border-bottom: 0; }
td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
a { color: var(--accent); }
.button { display: inline-block; min-height: 40px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button.second { background: none; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
iframe { width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }`;

/** `body` is HTML; the caller must have escaped all user content in it. */
export function renderPage(locale: PageLocale, title: string, body: string, options: { narrow?: boolean; script?: string } = {}): string {
  const script = options.script === undefined ? '' : `<script src="${options.script}" defer></script>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Countersign</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
${script}
</head>
<body><main${options.narrow === true ? ' class="narrow"' : ''}>
${body}
</main></body>
</html>
`;
}
