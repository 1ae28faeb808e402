import 'i18next';
import type account from '#contract/locales/en/account.json';
import type applications from '#contract/locales/en/applications.json';
import type audit from '#contract/locales/en/audit.json';
import type billing from '#contract/locales/en/billing.json';
import type bulk from '#contract/locales/en/bulk.json';
import type completed from '#contract/locales/en/completed.json';
import type download from '#contract/locales/en/download.json';
import type editor from '#contract/locales/en/editor.json';
import type errors from '#contract/locales/en/errors.json';
import type insights from '#contract/locales/en/insights.json';
import type legal from '#contract/locales/en/legal.json';
import type lists from '#contract/locales/en/lists.json';
import type media from '#contract/locales/en/media.json';
import type organizations from '#contract/locales/en/organizations.json';
import type people from '#contract/locales/en/people.json';
import type profile from '#contract/locales/en/profile.json';
import type reassign from '#contract/locales/en/reassign.json';
import type recipients from '#contract/locales/en/recipients.json';
import type sending from '#contract/locales/en/sending.json';
import type settings from '#contract/locales/en/settings.json';
import type sharing from '#contract/locales/en/sharing.json';
import type shell from '#contract/locales/en/shell.json';
import type signIn from '#contract/locales/en/signIn.json';
import type signing from '#contract/locales/en/signing.json';
import type templates from '#contract/locales/en/templates.json';
import type upload from '#contract/locales/en/upload.json';
import type verdict from '#contract/locales/en/verdict.json';
import type viewer from '#contract/locales/en/viewer.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    returnNull: false;
    resources: {
      account: typeof account;
      applications: typeof applications;
      audit: typeof audit;
      billing: typeof billing;
      bulk: typeof bulk;
      completed: typeof completed;
      download: typeof download;
      editor: typeof editor;
      errors: typeof errors;
      insights: typeof insights;
      legal: typeof legal;
      lists: typeof lists;
      media: typeof media;
      organizations: typeof organizations;
      people: typeof people;
      profile: typeof profile;
      reassign: typeof reassign;
      recipients: typeof recipients;
      sending: typeof sending;
      settings: typeof settings;
      sharing: typeof sharing;
      shell: typeof shell;
      signIn: typeof signIn;
      signing: typeof signing;
      templates: typeof templates;
      upload: typeof upload;
      verdict: typeof verdict;
      viewer: typeof viewer;
    };
  }
}
