/** External services a user can connect: the sources of files (document 1 §1). */
import { z } from 'zod';

export const integrationNames = ['google_drive', 'dropbox', 'onedrive'] as const;
export type IntegrationName = (typeof integrationNames)[number];

export const integrationChange = z.object({ name: z.enum(integrationNames) });
