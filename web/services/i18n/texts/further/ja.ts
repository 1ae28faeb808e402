export const texts = import.meta.glob<object>([
  '../../../../../contract/locales/ja/{applications,audit,billing,certificate,comparison,completed,contacts,download,drafts,editor,feedback,fields,identity}.json',
  '../../../../../contract/locales/ja/{insights,labels,legal,media,organizations,preparing,reassign,recipients,rules,sending,sessions,settings,signing,templates,verdict,viewer}.json',
], { eager: true, import: 'default' });
