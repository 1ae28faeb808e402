/** Applications of a user, and the token with which an application acts for the user. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { application, applicationCreate, applicationUpdate } from '#contract/entities/application.ts';

const own = { resource: 'application', action: 'own' } as const;

export const appsCalls = {
  'apps.create': defineCall({
    id: 'apps.create', recentSignIn: true, method: 'POST', path: '/apps', host: 'api', permission: 'self',
    body: applicationCreate, response: application, errors: ['permission_denied', 'limit_exceeded'],
  }),
  'apps.list': defineCall({
    id: 'apps.list', method: 'GET', path: '/apps', host: 'api', permission: 'self', response: z.object({ apps: z.array(application) }),
  }),
  'apps.get': defineCall({ id: 'apps.get', method: 'GET', path: '/apps/{id}', host: 'api', permission: own, response: application }),
  'apps.update': defineCall({
    id: 'apps.update', recentSignIn: true, method: 'PUT', path: '/apps/{id}', host: 'api', permission: own, body: applicationUpdate, response: application,
  }),
  /** Its tokens become invalid at once. */
  'apps.delete': defineCall({ id: 'apps.delete', method: 'DELETE', path: '/apps/{id}', host: 'api', permission: own, response: nothing }),
  'apps.token': defineCall({
    id: 'apps.token', method: 'POST', path: '/apps/token', host: 'api', auth: 'none', permission: 'anyone',
    body: z.object({ clientId: z.string().min(1).max(128), clientSecret: z.string().min(1).max(256) }),
    response: z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number().int(), scope: z.string() }),
    errors: ['unauthorized', 'permission_denied'],
  }),
} as const;
