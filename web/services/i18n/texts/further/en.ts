export const texts = import.meta.glob<object>([
  '../../../../../contract/locales/en/{applications,audit,billing,certificate,comparison,completed,contacts,download,drafts,editor,feedback,fields,identity}.json',
  '../../../../../contract/locales/en/{insights,labels,legal,media,organizations,preparing,reassign,recipients,rules,sending,sessions,settings,signing,templates,verdict,viewer}.json',
], { eager: true, import: 'default' });
