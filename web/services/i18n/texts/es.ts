import 'react-aria-strings:es';

export const texts = import.meta.glob<object>(['../../../../contract/locales/es/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
