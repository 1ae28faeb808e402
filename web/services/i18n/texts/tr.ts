import 'react-aria-strings:tr';

export const texts = import.meta.glob<object>('../../../../contract/locales/tr/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
