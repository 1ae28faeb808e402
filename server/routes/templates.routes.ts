import type { templatesCalls } from '#contract/calls/templates.calls.ts';
import type { TemplatesService } from '#server/services/templates/templates.service.ts';
import type { InstantiationService } from '#server/services/templates/instantiation.service.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { onlyIf, type Handlers } from './handler.ts';
import type { Avatars } from './avatars.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

export interface TemplatesServices {
  templates: TemplatesService;
  instantiation: InstantiationService;
  avatars: Avatars;
  sharedTemplates: SharingServices;
}

export const templatesRoutes = ({ templates, instantiation, avatars, sharedTemplates }: TemplatesServices, { libraryTemplates }: Config['features']): Handlers<keyof typeof templatesCalls> => ({
  ...sharingRoutes('templates', sharedTemplates),
  ...onlyIf<'templates.useLibrary'>(libraryTemplates, {
    'templates.useLibrary': ({ caller, params, body }) => instantiation.useLibrary(caller, params.id, body.transactionDetails),
  }),
  'templates.create': async ({ caller, body }) => {
    if (body.public && !libraryTemplates) throw new AppError('feature_not_supported');
    return templates.create(caller, body);
  },
  'templates.list': async ({ caller, query }) => {
    if (query.library === 'true' && !libraryTemplates) throw new AppError('feature_not_supported');
    return templates.list(caller, query);
  },
  'templates.recent': ({ caller }) => templates.recent(caller),
  'templates.get': ({ caller, params }) => templates.get(caller, params.id),
  'templates.update': async ({ caller, params, body }) => {
    if (body.public && !libraryTemplates) throw new AppError('feature_not_supported');
    return templates.update(caller, params.id, body);
  },
  'templates.delete': ({ caller, params }) => templates.remove(caller, params.id),
  'templates.insights': ({ caller, params }) => templates.insights(caller, params.id).then(avatars.inHistory),
  'templates.use': ({ caller, params, body }) => instantiation.use(caller, params.id, body),
  'templates.fromTransaction': ({ caller, params, body }) => instantiation.fromTransaction(caller, params.id, body),
});
