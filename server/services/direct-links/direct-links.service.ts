/** What the owner of a template does with its direct link (docs/decisions/0072-direct-links.md). */
import { randomBytes } from 'node:crypto';
import type { DirectLink, DirectLinkRequest, DirectLinkSettings } from '#contract/entities/direct-link.ts';
import { ownRoutes } from '#contract/routes.ts';
import { counts } from '#contract/limits/counts.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import { hashOfToken } from '#server/adapters/storage/signed-urls.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findDirectLink, insertDirectLink, listDirectLinkUses, lockDirectLink, updateDirectLink, type DirectLinkRow } from '#server/repositories/direct-links.repository.ts';
import { findFiles } from '#server/repositories/files.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import type { Caller } from '#server/services/caller.ts';
import { assertPdf } from '#server/services/signing/signable.ts';
import { loadTemplate, type TemplateState } from '#server/services/templates/template-state.ts';
import { closedReasonOf, ownerOfLink, problemOf } from './direct-link-state.ts';

export type DirectLinksService = ReturnType<typeof createDirectLinksService>;

interface DirectLinksDependencies {
  db: Db;
  vault: Pick<KeyVault, 'seal' | 'unseal'>;
  entitlements: Entitlements;
  config: Pick<Config, 'appUrl'>;
}

export function createDirectLinksService({ db, vault, entitlements, config }: DirectLinksDependencies) {
  async function get(caller: Caller, id: string): Promise<{ link: DirectLink | null }> {
    const template = await loadTemplate(db, id, caller, 'update');
    const link = await findDirectLink(db, id);
    return { link: link ? await shown(link, template) : null };
  }

  async function shown(link: DirectLinkRow, template: TemplateState): Promise<DirectLink> {
    const found = await ownerOfLink(db, link);
    const token = vault.unseal(sealedNames.directLink(template.row.id), link.token_sealed).toString();
    return {
      enabled: link.enabled, maxUses: link.max_uses, expiresAt: link.expires_at?.toISOString() ?? null, oncePerPerson: link.once_per_person, uses: link.uses,
      url: urlOf(config, token), closed: found === null ? 'unfit' : await closedReasonOf(db, entitlements, found), createdAt: link.created_at.toISOString(),
    };
  }

  /** A template that could take nobody has no link. One that has a link may be changed; it takes nobody meanwhile. */
  async function set(caller: Caller, id: string, settings: DirectLinkSettings): Promise<{ link: DirectLink | null }> {
    await db.transaction().execute(async (tx) => {
      const template = await loadTemplate(tx, id, caller, 'update', true);
      const known = await lockDirectLink(tx, id);
      if (settings.enabled || !known) {
        assertFit(template);
        for (const file of await findFiles(tx, template.fileIds)) assertPdf(file);
      }
      const row = { enabled: settings.enabled, max_uses: settings.maxUses, expires_at: settings.expiresAt === null ? null : new Date(settings.expiresAt), once_per_person: settings.oncePerPerson };
      if (known) await updateDirectLink(tx, id, row);
      else await insertDirectLink(tx, { template_id: id, ...row, ...newToken(id) });
      await record(tx, caller, template, known ? 'direct_link_changed' : 'direct_link_created');
    });
    return get(caller, id);
  }

  async function renew(caller: Caller, id: string): Promise<{ link: DirectLink | null }> {
    await db.transaction().execute(async (tx) => {
      const template = await loadTemplate(tx, id, caller, 'update', true);
      if (!(await lockDirectLink(tx, id))) throw new AppError('not_found');
      await updateDirectLink(tx, id, newToken(id));
      await record(tx, caller, template, 'direct_link_renewed');
    });
    return get(caller, id);
  }

  function newToken(templateId: string) {
    const token = randomBytes(24).toString('base64url');
    return { token_hash: hashOfToken(token), token_sealed: vault.seal(sealedNames.directLink(templateId), Buffer.from(token)) };
  }

  async function requests(caller: Caller, id: string, after: string | undefined): Promise<{ requests: DirectLinkRequest[]; lastKey: string | null }> {
    await loadTemplate(db, id, caller, 'update');
    const rows = await listDirectLinkUses(db, id, after);
    const page = rows.slice(0, counts.listPage);
    return { requests: page.map(toRequest), lastKey: rows.length > counts.listPage ? (page.at(-1)?.id ?? null) : null };
  }

  return { get, set, renew, requests };
}

/** The token is in the fragment, which browsers send to no server and put into no `Referer`. */
const urlOf = ({ appUrl }: Pick<Config, 'appUrl'>, token: string): string => new URL(`${ownRoutes.directLink}#${token}`, appUrl).href;

function assertFit(template: TemplateState): void {
  const problem = problemOf(template);
  if (problem !== null) throw new AppError('not_ready', { problem });
}

const record = (tx: Tx, caller: Caller, { row }: TemplateState, action: InsightAction): Promise<void> =>
  recordInsight(tx, caller, { resourceId: row.id, resourceType: 'template', action, attributes: { title: row.name } });

const toRequest = (row: Awaited<ReturnType<typeof listDirectLinkUses>>[number]): DirectLinkRequest => ({
  transactionId: row.id, name: row.name, status: row.status, signedAt: row.completed_at?.toISOString() ?? null, createdAt: row.created_at.toISOString(),
  person: { email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name },
});
