import 'react-aria-strings:fi';

export const texts = import.meta.glob<object>(['../../../../contract/locales/fi/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
