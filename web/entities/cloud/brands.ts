import type { CloudSourceId } from '#contract/entities/cloud.ts';

/** What the services call themselves, in every language. */
export const brands = { google_drive: 'Google Drive', dropbox: 'Dropbox', onedrive: 'OneDrive' } as const satisfies Record<CloudSourceId, string>;
