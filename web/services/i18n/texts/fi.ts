import 'react-aria-strings:fi';

export const texts = import.meta.glob<object>('../../../../contract/locales/fi/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
