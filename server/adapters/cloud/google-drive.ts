/**
 * Google Drive (developers.google.com/drive/api/v3): metadata and content of files; Google's own documents are
 * exported as PDF.
 */
import { z } from 'zod';
import { sendWithoutRedirect, requestJson, bearer, bytesOf, type CloudSource } from './cloud-source.ts';
import { authorizationUrl, redeemCode, refreshTokens, type OAuthClient } from './oauth.ts';
import type { CloudSettings } from './open-cloud-sources.ts';

const folderMime = 'application/vnd.google-apps.folder';
const file = z.object({ id: z.string(), name: z.string(), mimeType: z.string(), size: z.coerce.number().int().optional(), modifiedTime: z.iso.datetime().optional() });
const page = z.object({ files: z.array(file), nextPageToken: z.string().optional() });
const wanted = 'id,name,mimeType,size,modifiedTime';

export function googleDrive({ clientId, clientSecret, base }: CloudSettings): CloudSource {
  const api = `${base ?? 'https://www.googleapis.com'}/drive/v3/files`;
  const client: OAuthClient = {
    clientId, clientSecret, scope: 'https://www.googleapis.com/auth/drive.readonly', lasting: { access_type: 'offline', prompt: 'consent' },
    authorize: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`, token: `${base ?? 'https://oauth2.googleapis.com'}/token`,
  };
  return {
    id: 'google_drive',
    authorization: (grant) => authorizationUrl(client, grant),
    redeem: (code, verifier, redirectUri) => redeemCode(client, code, verifier, redirectUri),
    refresh: (token) => refreshTokens(client, token),
    list: async (access, folder = 'root', pageToken) => {
      const query = new URLSearchParams({
        q: `'${folder.replaceAll(/['\\]/g, String.raw`\$&`)}' in parents and trashed = false`, fields: `nextPageToken,files(${wanted})`, orderBy: 'folder,name', pageSize: '100',
        ...(pageToken !== undefined && { pageToken }),
      });
      const { files, nextPageToken } = await requestJson(page, `${api}?${query}`, { headers: bearer(access) });
      return {
        entries: files.map(({ id, name, mimeType, size = null, modifiedTime = null }) => ({ id, name, isFolder: mimeType === folderMime, size, modifiedAt: modifiedTime })),
        next: nextPageToken ?? null,
      };
    },
    fetch: async (access, entry, maxSize) => {
      const place = `${api}/${encodeURIComponent(entry)}`;
      const { name, mimeType } = await requestJson(file, `${place}?fields=${wanted}`, { headers: bearer(access) });
      const own = mimeType.startsWith('application/vnd.google-apps.');
      const response = await sendWithoutRedirect(own ? `${place}/export?mimeType=application%2Fpdf` : `${place}?alt=media`, { headers: bearer(access) });
      return { bytes: await bytesOf(response, maxSize), mime: own ? 'application/pdf' : mimeType, name: own ? `${name}.pdf` : name };
    },
  };
}
