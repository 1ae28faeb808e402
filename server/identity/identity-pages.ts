import { createHash } from 'node:crypto';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '#server/adapters/mail/mail-layout.ts';
import { pageLocale, pageTexts, renderPage, type PageLocale } from '#server/http/page.ts';
import { fillText } from '#server/platform/texts.ts';
import type { User } from '#server/repositories/users.repository.ts';

export const signOutScriptPath = '/oauth/sign-out.js';

/** Submits the sign-out form for a person who has just confirmed it in the app. */
export const signOutScript = "document.querySelector('button[name=logout]').click();\n";

/**
 * Posts the result of a silent renewal to the page that opened the hidden iframe. The script is inline to save a
 * round trip: the page waits for it.
 */
const silentRenewScript = "window.parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);";

export const silentRenewPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Countersign</title><script>${silentRenewScript}</script></head><body></body></html>\n`;
/** Content Security Policy that permits only this inline script. */
export const silentRenewPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(silentRenewScript).digest('base64')}'; frame-ancestors 'self'; base-uri 'none'`;

/**
 * Asks for confirmation before signing out, unless the app has already asked: only the app holds this session's ID
 * token.
 */
export async function renderSignOut(context: KoaContextWithOIDC, form: string): Promise<void> {
  const locale = pageLocale(context.get('accept-language'));
  const t = pageTexts(locale).signOut;
  const hint = context.oidc.entities.IdTokenHint;
  const confirmed = hint !== undefined && hint.payload.sub === context.oidc.session?.accountId;
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(t.text)}</p>${form}
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${escapeHtml(t.confirm)}</button>
<a class="button second" href="/">${escapeHtml(t.stay)}</a></div>`;
  context.body = renderPage(locale, t.title, body, { narrow: true, ...(confirmed ? { script: signOutScriptPath } : {}) });
}

/** Asks before a person's link replaces the session of another person in this browser. */
export function otherAccountPage(locale: PageLocale, now: User, next: User): string {
  const t = pageTexts(locale).otherAccount;
  const nameOf = ({ email, phone }: User): string => email ?? phone ?? '';
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(fillText(t.text, { now: nameOf(now), next: nameOf(next) }))}</p>
<form method="post"><button class="button" type="submit">${escapeHtml(fillText(t.confirm, { next: nameOf(next) }))}</button></form>
<p><a class="button second" href="/">${escapeHtml(t.stay)}</a></p></div>`;
  return renderPage(locale, t.title, body, { narrow: true });
}

/** Renders an error that can't be returned to the app, because the redirect URI is unknown or invalid. */
export async function renderProblem(context: KoaContextWithOIDC, appUrl: string, out: ErrorOut): Promise<void> {
  const locale = pageLocale(context.get('accept-language'));
  const t = pageTexts(locale).problem;
  const body = `<div class="card"><h1>${escapeHtml(t.title)}</h1><p>${escapeHtml(t.text)}</p>
<p class="quiet">${escapeHtml(out.error_description ?? out.error)}</p><a class="button" href="${escapeHtml(appUrl)}/">${escapeHtml(t.back)}</a></div>`;
  context.type = 'html';
  context.body = renderPage(locale, t.title, body, { narrow: true });
}
