import { createHash } from 'node:crypto';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '#server/adapters/mail/mail-layout.ts';
import { pageLocale, pageTexts, renderPage, type PageLocale } from '#server/app/page.ts';
import { fillText } from '#server/app/texts.ts';
import type { User } from '#server/repositories/users.repository.ts';

export const signOutScriptPath = '/oauth/sign-out.js';

/** Presses the button for people who have just pressed it in the app. */
export const signOutScript = "document.querySelector('button[name=logout]').click();\n";

/** Hands the answer of a silent sign-in to the page that opened the hidden frame. It stands in the page: whoever opens a request waits for it. */
const silentRenewScript = "window.parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);";

export const silentRenewPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Countersign</title><script>${silentRenewScript}</script></head><body></body></html>\n`;
/** Nothing but this very script runs there. */
export const silentRenewPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(silentRenewScript).digest('base64')}'; frame-ancestors 'self'; base-uri 'none'`;

/** Asks before signing out, unless our own app has asked: nobody else holds the token of this session. */
export async function renderSignOut(context: KoaContextWithOIDC, form: string): Promise<void> {
  const locale = pageLocale(context.get('accept-language'));
  const t = pageTexts(locale).signOut;
  const hint = context.oidc.entities.IdTokenHint;
  const asked = hint !== undefined && hint.payload.sub === context.oidc.session?.accountId;
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(t.text)}</p>${form}
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${escapeHtml(t.confirm)}</button>
<a class="button second" href="/">${escapeHtml(t.stay)}</a></div>`;
  context.body = renderPage(locale, t.title, body, { narrow: true, ...(asked ? { script: signOutScriptPath } : {}) });
}

/** A link of one person is followed in a browser in which another one is signed in: nobody is changed without having been asked. */
export function otherAccountPage(locale: PageLocale, now: User, next: User): string {
  const t = pageTexts(locale).otherAccount;
  const nameOf = ({ email, phone }: User): string => email ?? phone ?? '';
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(fillText(t.text, { now: nameOf(now), next: nameOf(next) }))}</p>
<form method="post"><button class="button" type="submit">${escapeHtml(fillText(t.confirm, { next: nameOf(next) }))}</button></form>
<p><a class="button second" href="/">${escapeHtml(t.stay)}</a></p></div>`;
  return renderPage(locale, t.title, body, { narrow: true });
}

/** For what can't be told to the app, because it is not known where the person came from. */
export async function renderProblem(context: KoaContextWithOIDC, appUrl: string, out: ErrorOut): Promise<void> {
  const locale = pageLocale(context.get('accept-language'));
  const t = pageTexts(locale).problem;
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(t.text)}</p>
<p class="quiet">${escapeHtml(out.error_description ?? out.error)}</p><a class="button" href="${escapeHtml(appUrl)}/">${escapeHtml(t.back)}</a></div>`;
  context.type = 'html';
  context.body = renderPage(locale, t.title, body, { narrow: true });
}
