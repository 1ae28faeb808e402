import type { Template } from '#contract/entities/template.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';

export const templateActions = ['use', 'useBulk', 'open', 'rename', 'share', 'label', 'archive', 'unarchive', 'delete'] as const;
export type TemplateAction = (typeof templateActions)[number];

const needed = { use: 'use', useBulk: 'use', open: 'read', rename: 'update', share: 'readSharing', label: 'read', archive: 'read', unarchive: 'read', delete: 'delete' } as const;

/** Menu actions that the viewer is permitted. */
export const permittedTemplateActions = (template: Template, viewerId: string): TemplateAction[] =>
  templateActions.filter((action) => mayWithTemplate(template, viewerId, needed[action]) && action !== (template.archived ? 'archive' : 'unarchive'));
