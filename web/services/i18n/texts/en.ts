import 'react-aria-strings:en';

export const texts = import.meta.glob<object>('../../../../contract/locales/en/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
