import 'react-aria-strings:de';

export const texts = import.meta.glob<object>(['../../../../contract/locales/de/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
