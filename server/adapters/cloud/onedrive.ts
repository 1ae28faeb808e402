/**
 * OneDrive (learn.microsoft.com/graph/api/resources/onedrive): content is downloaded from another host, by a
 * pre-authenticated URL.
 */
import { z } from 'zod';
import { fetching } from '#contract/limits/calls.ts';
import { fetchFile, type FetchedFile } from '#server/adapters/fetching/fetch-file.ts';
import { AppError } from '#server/platform/app-error.ts';
import { sendRequest, sendWithoutRedirect, requestJson, bearer, bytesOf, type CloudSource } from './cloud-source.ts';
import { authorizationUrl, redeemCode, refreshTokens, type OAuthClient } from './oauth.ts';
import type { CloudSettings } from './open-cloud-sources.ts';

const item = z.object({
  id: z.string(), name: z.string(), size: z.number().int().optional(), lastModifiedDateTime: z.iso.datetime().optional(),
  folder: z.object({}).optional(), file: z.object({ mimeType: z.string().optional() }).optional(),
});
const page = z.object({ value: z.array(item), '@odata.nextLink': z.url().optional() });

export function oneDrive({ clientId, clientSecret, base }: CloudSettings): CloudSource {
  const drive = `${base ?? 'https://graph.microsoft.com'}/v1.0/me/drive`;
  const login = `${base ?? 'https://login.microsoftonline.com'}/common/oauth2/v2.0`;
  const client: OAuthClient = { clientId, clientSecret, scope: 'Files.Read offline_access', lasting: {}, authorize: `${login}/authorize`, token: `${login}/token` };
  const itemAt = (id: string): string => `${drive}/items/${encodeURIComponent(id)}`;
  return {
    id: 'onedrive',
    authorization: (grant) => authorizationUrl(client, grant),
    redeem: (code, verifier, redirectUri) => redeemCode(client, code, verifier, redirectUri),
    refresh: (token) => refreshTokens(client, token),
    list: async (access, folder, skipToken) => {
      const children = folder === undefined ? `${drive}/root/children` : `${itemAt(folder)}/children`;
      const query = new URLSearchParams({ $top: '100', ...(skipToken !== undefined && { $skiptoken: skipToken }) });
      const { value, '@odata.nextLink': next } = await requestJson(page, `${children}?${query}`, { headers: bearer(access) });
      return {
        entries: value.map((each) => ({ id: each.id, name: each.name, isFolder: each.folder !== undefined, size: each.size ?? null, modifiedAt: each.lastModifiedDateTime ?? null })),
        next: next === undefined ? null : new URL(next).searchParams.get('$skiptoken'),
      };
    },
    fetch: async (access, id, maxSize) => {
      const { name, file } = await requestJson(item, itemAt(id), { headers: bearer(access) });
      const response = await sendRequest(`${itemAt(id)}/content`, { headers: bearer(access) });
      const mime = file?.mimeType ?? 'application/octet-stream';
      if (response.status < 300) return { bytes: await bytesOf(response, maxSize), mime, name };
      const address = response.headers.get('location');
      if (address === null) throw new AppError('integration_error', { status: response.status });
      return { ...(await elsewhere(address, base, maxSize)), mime, name };
    },
  };
}

/**
 * Downloads without the token. Only the source's own host may be a private address, since the operator configured
 * it.
 */
async function elsewhere(address: string, base: string | undefined, maxSize: number): Promise<Pick<FetchedFile, 'bytes'>> {
  if (base !== undefined && URL.canParse(address) && new URL(address).origin === base) return { bytes: await bytesOf(await sendWithoutRedirect(address, {}), maxSize) };
  return fetchFile(address, { maxSize, ...fetching });
}
