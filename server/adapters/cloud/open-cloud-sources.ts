import type { CloudSourceId } from '#contract/entities/cloud.ts';
import type { CloudSource } from './cloud-source.ts';
import { dropbox } from './dropbox.ts';
import { googleDrive } from './google-drive.ts';
import { oneDrive } from './onedrive.ts';

/** Client credentials of a source, and its origin if it isn't the public one. */
export interface CloudSettings {
  source: CloudSourceId;
  clientId: string;
  clientSecret: string;
  base?: string | undefined;
}

const makers: Readonly<Record<CloudSourceId, (settings: CloudSettings) => CloudSource>> = { google_drive: googleDrive, dropbox, onedrive: oneDrive };

export const openCloudSources = (settings: readonly CloudSettings[]): ReadonlyMap<CloudSourceId, CloudSource> =>
  new Map(settings.map((each) => [each.source, makers[each.source](each)]));
