/** How an organization presents itself. */
import { branding, plainBranding, type Branding } from '#contract/entities/branding.ts';
import type { Brand } from '#server/adapters/mail/mail-layout.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { findOrganization, type OrganizationRow } from '#server/repositories/organizations.repository.ts';

export const brandingOf = (row: Pick<OrganizationRow, 'branding'>): Branding => branding.safeParse(row.branding).data ?? plainBranding;

/** The brand of mails about what was made in the organization; null where they bear the product's name. */
export async function brandIn(tx: Tx, orgId: string | null): Promise<Brand | null> {
  const row = orgId === null ? undefined : await findOrganization(tx, orgId);
  if (!row) return null;
  const { inMails, name, color, texts } = brandingOf(row);
  return inMails ? { name: name || row.name, color, texts } : null;
}
