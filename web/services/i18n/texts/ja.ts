import 'react-aria-strings:ja';

export const texts = import.meta.glob<object>(['../../../../contract/locales/ja/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
