/** Permissions on templates. A public template is in the library: everybody may read and use it. */
import { actorMayIn, allow, type PermissionTable } from '#contract/permissions/table.ts';

export const templateActors = ['owner', 'viewer', 'public', 'stranger'] as const;
export type TemplateActor = (typeof templateActors)[number];

export const templateActions = [
  'read', 'update', 'delete', 'use', 'useLibrary', 'readInsights', 'readSharing', 'share', 'changeOwner', 'stopSharing',
] as const;
export type TemplateAction = (typeof templateActions)[number];

export interface TemplateView {
  ownerId: string;
  /** Whether the viewer administers the organization of the template. */
  administered?: boolean;
  public: boolean;
  sharedWith: readonly string[];
}

const table: PermissionTable<TemplateActor, TemplateAction, TemplateView> = {
  owner: allow('read', 'update', 'delete', 'use', 'readInsights', 'readSharing', 'share', 'changeOwner', 'stopSharing'),
  viewer: allow('read', 'use', 'readInsights', 'readSharing', 'stopSharing'),
  public: allow('read', 'useLibrary'),
  stranger: {},
};

function templateActorsOf(template: TemplateView, viewerId: string): TemplateActor[] {
  const actors: TemplateActor[] = [];
  if (template.ownerId === viewerId || template.administered) actors.push('owner');
  if (template.sharedWith.includes(viewerId)) actors.push('viewer');
  if (template.public) actors.push('public');
  return actors.length > 0 ? actors : ['stranger'];
}

export const templateActorMay = (actor: TemplateActor, action: TemplateAction, template: TemplateView): boolean => actorMayIn(table, actor, action, template);

export const mayWithTemplate = (template: TemplateView, viewerId: string, action: TemplateAction): boolean =>
  templateActorsOf(template, viewerId).some((actor) => templateActorMay(actor, action, template));
