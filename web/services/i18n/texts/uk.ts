import 'react-aria-strings:uk';

export const texts = import.meta.glob<object>('../../../../contract/locales/uk/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
