import type { CloudSourceId } from '#contract/entities/cloud.ts';

/** Brand names, the same in every language. */
export const brands = { google_drive: 'Google Drive', dropbox: 'Dropbox', onedrive: 'OneDrive' } as const satisfies Record<CloudSourceId, string>;
