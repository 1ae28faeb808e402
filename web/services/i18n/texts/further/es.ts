export const texts = import.meta.glob<object>([
  '../../../../../contract/locales/es/{applications,audit,billing,certificate,commands,comparison,completed,contacts,directLink,download,drafts,editor,encryption,feedback,fields,identity}.json',
  '../../../../../contract/locales/es/{insights,labels,legal,media,notifications,organizations,preparing,reassign,recipients,reviewing,rules,sending,sessions,settings,signing,tasks,templates,verdict,viewer}.json',
], { eager: true, import: 'default' });
