import 'react-aria-strings:fr';

export const texts = import.meta.glob<object>(['../../../../contract/locales/fr/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
