/**
 * Shows unsent mail and text messages. They contain sign-in links and codes, so only this machine is answered, and
 * only if the installation's address is a loopback address or `OUTBOX=true` is set.
 */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { MailsTable } from '#server/platform/database/tables/identity.tables.ts';
import type { TextMessagesTable } from '#server/platform/database/tables/sign-in.tables.ts';
import { escapeHtml } from '#server/adapters/mail/mail-layout.ts';
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Platform } from '#server/platform/platform.ts';
import { localOnly } from './local-only.ts';
import { pageLocale, pageTexts, renderPage, type PageLocale } from './page.ts';

type Mail = Selectable<MailsTable>;
type Text = Selectable<TextMessagesTable>;

const mostShown = 200;

export function registerOutbox(app: App, platform: Pick<Platform, 'config' | 'db'>): void {
  const { outbox, smtpUrl, sms } = platform.config;
  if (outbox && smtpUrl === null) registerMails(app, platform);
  if (outbox && sms === null) registerTexts(app, platform);
}

function registerMails(app: App, { db }: Pick<Platform, 'db'>): void {
  const params = z.object({ id: z.string() });
  const find = async (id: string): Promise<Mail> => {
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
    if (mail === undefined) throw new AppError('not_found');
    return mail;
  };

  app.get('/outbox', { onRequest: localOnly }, async (request, reply) => {
    const locale = pageLocale(request.headers['accept-language']);
    const mails = await db.selectFrom('mails').selectAll().orderBy('created_at', 'desc').limit(mostShown).execute();
    const { title } = pageTexts(locale).outbox;
    return reply.type('text/html; charset=utf-8').send(renderPage(locale, title, `<h1>${title}</h1>${mailsPart(mails, locale)}`));
  });
  app.get('/outbox/:id', { onRequest: localOnly, schema: { params } }, async (request, reply) => {
    const mail = await find(request.params.id);
    return reply.type('text/html; charset=utf-8').send(messagePage(mail, pageLocale(request.headers['accept-language'])));
  });
  app.get('/outbox/:id/message', { onRequest: localOnly, schema: { params } }, async (request, reply) => {
    const mail = await find(request.params.id);
    return reply.type('text/html; charset=utf-8').send(mail.html_body.replace('<head>', '<head><base target="_top">'));
  });
}

function registerTexts(app: App, { db }: Pick<Platform, 'db'>): void {
  app.get('/outbox/texts', { onRequest: localOnly }, async (request, reply) => {
    const locale = pageLocale(request.headers['accept-language']);
    const texts = await db.selectFrom('text_messages').selectAll().orderBy('created_at', 'desc').limit(mostShown).execute();
    const title = pageTexts(locale).outbox.texts;
    return reply.type('text/html; charset=utf-8').send(renderPage(locale, title, `<h1>${title}</h1>${textsPart(texts, locale)}`));
  });
}

const timeOf = (mail: Pick<Mail, 'created_at'>, locale: PageLocale): string => {
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(mail.created_at);
  return `<time datetime="${mail.created_at.toISOString()}">${escapeHtml(shown)}</time>`;
};

function mailsPart(mails: Mail[], locale: PageLocale): string {
  const t = pageTexts(locale).outbox;
  const rows = mails.map((mail) => `<tr><td>${escapeHtml(mail.recipient)}</td><td><a href="/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></td><td class="time">${timeOf(mail, locale)}</td></tr>`);
  const empty = `<div class="card"><strong>${t.empty}</strong><p class="quiet">${t.emptyText}</p></div>`;
  return `<p class="quiet">${t.text}</p>${rows.length === 0 ? empty : tableOf(t.subject, rows, locale)}`;
}

function textsPart(texts: Text[], locale: PageLocale): string {
  const t = pageTexts(locale).outbox;
  const rows = texts.map((text) => `<tr><td>${escapeHtml(text.recipient)}</td><td>${linked(text.body)}</td><td class="time">${timeOf(text, locale)}</td></tr>`);
  return `<p class="quiet">${t.textsText}</p>${tableOf(t.message, rows, locale)}`;
}

function tableOf(middle: string, rows: string[], locale: PageLocale): string {
  const t = pageTexts(locale).outbox;
  return `<div class="card list"><table><thead><tr><th scope="col">${t.to}</th><th scope="col">${middle}</th><th scope="col">${t.time}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function messagePage(mail: Mail, locale: PageLocale): string {
  const t = pageTexts(locale).outbox;
  return renderPage(locale, mail.subject, `<p><a href="/outbox">← ${t.back}</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>${t.to}</dt><dd>${escapeHtml(mail.recipient)}</dd><dt>${t.time}</dt><dd>${timeOf(mail, locale)}</dd></dl>
<iframe src="/outbox/${mail.id}/message" title="${t.message}"></iframe>
<details class="quiet"><summary>${t.asText}</summary><div class="card"><pre>${linked(mail.text_body)}</pre></div></details>`);
}

const linked = (text: string): string => escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
