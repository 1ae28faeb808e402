/** How an organization presents itself. */
import { branding, plainBranding, type Branding, type BrandView } from '#contract/entities/branding.ts';
import type { Brand } from '#server/adapters/mail/mail-layout.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { findOrganization, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import { pictureUrl, type UploadsService } from '#server/services/storage/uploads.service.ts';

export const brandingOf = (row: Pick<OrganizationRow, 'branding'>): Branding => branding.safeParse(row.branding).data ?? plainBranding;

/** The brand of mails about what was made in the organization, and its logo; null where they bear the product's name. */
export async function brandIn(db: Db | Tx, orgId: string | null): Promise<(Brand & Pick<OrganizationRow, 'logo'>) | null> {
  const row = orgId === null ? undefined : await findOrganization(db, orgId);
  if (!row) return null;
  const { inMails, name, color, texts } = brandingOf(row);
  return inMails ? { name: name || row.name, color, texts, logo: row.logo } : null;
}

/** The same for the pages of recipients. */
export async function brandShownIn(db: Db | Tx, uploads: Pick<UploadsService, 'download'>, orgId: string | null): Promise<BrandView | null> {
  const found = await brandIn(db, orgId);
  return found && { name: found.name, color: found.color, logo: pictureUrl(uploads, found.logo, 'logo.png') };
}
