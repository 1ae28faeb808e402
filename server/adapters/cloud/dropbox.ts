/**
 * Dropbox (dropbox.com/developers/documentation/http): RPC endpoints, and content endpoints with metadata in a
 * header.
 */
import { z } from 'zod';
import { AppError } from '#server/platform/app-error.ts';
import { sendWithoutRedirect, requestJson, bearer, bytesOf, type CloudSource } from './cloud-source.ts';
import { authorizationUrl, redeemCode, refreshTokens, type OAuthClient } from './oauth.ts';
import type { CloudSettings } from './open-cloud-sources.ts';

const entry = z.object({ '.tag': z.string(), id: z.string(), name: z.string(), size: z.number().int().optional(), server_modified: z.iso.datetime().optional() });
const page = z.object({ entries: z.array(entry), cursor: z.string(), has_more: z.boolean() });

export function dropbox({ clientId, clientSecret, base }: CloudSettings): CloudSource {
  const api = base ?? 'https://api.dropboxapi.com';
  const client: OAuthClient = {
    clientId, clientSecret, scope: 'files.metadata.read files.content.read', lasting: { token_access_type: 'offline' },
    authorize: `${base ?? 'https://www.dropbox.com'}/oauth2/authorize`, token: `${api}/oauth2/token`,
  };
  const call = (access: string, procedure: string, argument: object) =>
    requestJson(page, `${api}/2/files/${procedure}`, { method: 'POST', headers: { ...bearer(access), 'content-type': 'application/json' }, body: JSON.stringify(argument) });
  return {
    id: 'dropbox',
    authorization: (grant) => authorizationUrl(client, grant),
    redeem: (code, verifier, redirectUri) => redeemCode(client, code, verifier, redirectUri),
    refresh: (token) => refreshTokens(client, token),
    list: async (access, folder = '', cursor) => {
      const listing = cursor === undefined ? call(access, 'list_folder', { path: folder, limit: 100 }) : call(access, 'list_folder/continue', { cursor });
      const { entries, cursor: next, has_more: more } = await listing;
      return {
        entries: entries.map((each) => ({ id: each.id, name: each.name, isFolder: each['.tag'] === 'folder', size: each.size ?? null, modifiedAt: each.server_modified ?? null })),
        next: more ? next : null,
      };
    },
    fetch: async (access, id, maxSize) => {
      const response = await sendWithoutRedirect(`${base ?? 'https://content.dropboxapi.com'}/2/files/download`, {
        method: 'POST', headers: { ...bearer(access), 'dropbox-api-arg': asciiJson({ path: id }) },
      });
      return { bytes: await bytesOf(response, maxSize), mime: 'application/octet-stream', name: nameOf(response.headers.get('dropbox-api-result')) };
    },
  };
}

/** HTTP headers are ASCII: other characters are escaped as in JSON. */
const asciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function nameOf(result: string | null): string {
  try {
    return z.object({ name: z.string() }).parse(JSON.parse(result ?? '')).name;
  } catch {
    throw new AppError('integration_error', { reason: 'answer' });
  }
}
