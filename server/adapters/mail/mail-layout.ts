import type { Branding } from '#contract/entities/branding.ts';

/** In whose name a mail is sent, other than the product's. */
export type Brand = Pick<Branding, 'name' | 'color' | 'texts'>;

/** Mail layout: one narrow table and one button, which all mail clients can display, light and dark. */
export interface MailContent {
  heading: string;
  paragraphs: string[];
  /** The sender's message, set apart from our text. */
  quote: string | null;
  code?: string;
  /** `labelInText`: the label before the link in plain text, with the language's colon. */
  button?: { label: string; labelInText: string; link: string; hint: string };
  notes: string[];
  footer: string;
  /** Name above the text, and colour of the button. */
  brand?: Pick<Brand, 'name' | 'color'> | undefined;
}

const product = { name: 'Countersign', color: '#0b5cad' } as const;
const colorOf = ({ brand }: MailContent): string => brand?.color ?? product.color;

export function renderText(content: MailContent): string {
  const quoted = content.quote?.trim().split('\n').map((line) => `> ${line}`.trimEnd()).join('\n');
  const parts = [
    content.heading,
    ...content.paragraphs,
    content.quote?.trim() ? quoted : null,
    content.code,
    content.button && `${content.button.labelInText}\n${content.button.link}`,
    ...content.notes,
    `-- \n${content.footer}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const darkRules = `
@media (prefers-color-scheme: dark) {
  .page { background: #24292d !important; }
  .card { background: #32383d !important; border-color: #4d555c !important; }
  .ink, .ink td, .code { color: #f3f5f6 !important; }
  .quiet, .quiet a { color: #c3cad0 !important; }
  .quote { border-color: #9cc9ff !important; color: #f3f5f6 !important; }
  .code { background: #24292d !important; }
}
[data-ogsb] .page { background: #24292d !important; }
[data-ogsb] .card { background: #32383d !important; }
[data-ogsc] .ink, [data-ogsc] .quote { color: #f3f5f6 !important; }
[data-ogsc] .quiet, [data-ogsc] .quiet a { color: #c3cad0 !important; }
@media (max-width: 560px) {
  .card { padding: 24px 20px !important; }
  .button, .button a { display: block !important; text-align: center; }
}`;

export function renderHtml(content: MailContent, locale: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(content.heading)}</title>
<style>${darkRules}</style>
</head>
<body class="page" style="margin:0;background:#f3f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview(content))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="${font};font-size:14px;font-weight:600;color:#1b2127;padding:0 4px 16px">${escapeHtml(content.brand?.name ?? product.name)}</td></tr>
<tr><td class="card ink" style="${font};background:#ffffff;border:1px solid #dde2e6;border-radius:10px;padding:32px;color:#1b2127;font-size:16px;line-height:1.5">
${renderBody(content)}
</td></tr>
<tr><td class="quiet" style="${font};font-size:12px;line-height:1.5;color:#566069;padding:16px 4px">${escapeHtml(content.footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Preheader: shown next to the subject in lists of mails. */
const preview = ({ paragraphs, quote }: MailContent): string => [quote, ...paragraphs].filter(Boolean).join(' ').slice(0, 140);

function renderBody(content: MailContent): string {
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(content.heading)}</h1>`,
    ...content.paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    renderQuote(content.quote, colorOf(content)),
    content.code && `<p class="code" style="margin:0 0 16px;padding:12px;border-radius:6px;background:#f3f5f7;font-size:28px;font-weight:600;letter-spacing:6px;text-align:center">${escapeHtml(content.code)}</p>`,
    content.button && renderButton(content.button, colorOf(content)),
    ...content.notes.map((text) => `<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#566069">${escapeHtml(text)}</p>`),
  ];
  return parts.filter(Boolean).join('\n');
}

function renderQuote(quote: string | null, color: string): string {
  const text = quote?.trim() ?? '';
  if (text === '') return '';
  return `<blockquote class="quote" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${color}">${escapeHtml(text).replaceAll('\n', '<br>')}</blockquote>`;
}

function renderButton(button: NonNullable<MailContent['button']>, color: string): string {
  const link = escapeHtml(button.link);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px" class="button"><tr><td style="border-radius:6px;background:${color}">
<a href="${link}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(button.label)}</a>
</td></tr></table>
<p class="quiet" style="margin:0;font-size:12px;color:#566069">${escapeHtml(button.hint)}<br><a href="${link}" style="color:#566069;word-break:break-all">${link}</a></p>`;
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
