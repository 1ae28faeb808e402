import type { templatesCalls } from '#contract/calls/templates.calls.ts';
import type { TemplatesService } from '#server/services/templates/templates.service.ts';
import type { UsingService } from '#server/services/templates/using.service.ts';
import type { Handlers } from './handler.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

interface Services {
  templates: TemplatesService;
  using: UsingService;
  sharedTemplates: SharingServices;
}

export const templatesRoutes = ({ templates, using, sharedTemplates }: Services): Handlers<keyof typeof templatesCalls> => ({
  ...sharingRoutes('templates', sharedTemplates),
  'templates.create': ({ caller, body }) => templates.create(caller, body),
  'templates.list': ({ caller, query }) => templates.list(caller, query.library === 'true', query.exclusiveFrom),
  'templates.get': ({ caller, params }) => templates.get(caller, params.id),
  'templates.update': ({ caller, params, body }) => templates.update(caller, params.id, body),
  'templates.delete': ({ caller, params }) => templates.remove(caller, params.id),
  'templates.insights': ({ caller, params }) => templates.insights(caller, params.id),
  'templates.use': ({ caller, params, body }) => using.use(caller, params.id, body),
  'templates.useLibrary': ({ caller, params, body }) => using.useLibrary(caller, params.id, body.transactionDetails),
  'templates.fromTransaction': ({ caller, params, body }) => using.fromTransaction(caller, params.id, body),
});
