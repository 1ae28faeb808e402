import 'react-aria-strings:fr';

export const texts = import.meta.glob<object>('../../../../contract/locales/fr/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
