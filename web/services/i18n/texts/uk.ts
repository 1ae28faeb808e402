import 'react-aria-strings:uk';

export const texts = import.meta.glob<object>(['../../../../contract/locales/uk/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
