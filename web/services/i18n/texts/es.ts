import 'react-aria-strings:es';

export const texts = import.meta.glob<object>('../../../../contract/locales/es/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
