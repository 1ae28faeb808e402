import 'react-aria-strings:de';

export const texts = import.meta.glob<object>('../../../../contract/locales/de/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
