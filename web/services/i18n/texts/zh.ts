import 'react-aria-strings:zh';

export const texts = import.meta.glob<object>(['../../../../contract/locales/zh/*.json', '!**/{failure,mail,page,server,text}.json'], { eager: true, import: 'default' });
