import 'react-aria-strings:en';

export const texts = import.meta.glob<object>(['../../../../contract/locales/en/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
