/** Who may do what with a template. A public one is in the library: everybody may look at it and use it. */
export const templateActors = ['owner', 'viewer', 'public', 'stranger'] as const;
export type TemplateActor = (typeof templateActors)[number];

export const templateActs = [
  'read', 'update', 'delete', 'use', 'useLibrary', 'readInsights', 'readSharing', 'share', 'changeOwner', 'stopSharing',
] as const;
export type TemplateAct = (typeof templateActs)[number];

export interface TemplateView {
  ownerId: string;
  public: boolean;
  sharedWith: readonly string[];
}

const table: Record<TemplateActor, readonly TemplateAct[]> = {
  owner: ['read', 'update', 'delete', 'use', 'readInsights', 'readSharing', 'share', 'changeOwner', 'stopSharing'],
  viewer: ['read', 'use', 'readInsights', 'readSharing', 'stopSharing'],
  public: ['read', 'useLibrary'],
  stranger: [],
};

export function templateActorsOf(template: TemplateView, viewerId: string): TemplateActor[] {
  const actors: TemplateActor[] = [];
  if (template.ownerId === viewerId) actors.push('owner');
  if (template.sharedWith.includes(viewerId)) actors.push('viewer');
  if (template.public) actors.push('public');
  return actors.length > 0 ? actors : ['stranger'];
}

export const templateActorMay = (actor: TemplateActor, act: TemplateAct): boolean => table[actor].includes(act);

export const mayWithTemplate = (template: TemplateView, viewerId: string, act: TemplateAct): boolean =>
  templateActorsOf(template, viewerId).some((actor) => templateActorMay(actor, act));
