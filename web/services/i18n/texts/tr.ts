import 'react-aria-strings:tr';

export const texts = import.meta.glob<object>(['../../../../contract/locales/tr/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
