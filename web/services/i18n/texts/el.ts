import 'react-aria-strings:el';

export const texts = import.meta.glob<object>(['../../../../contract/locales/el/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
