import 'react-aria-strings:zh';

export const texts = import.meta.glob<object>('../../../../contract/locales/zh/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
