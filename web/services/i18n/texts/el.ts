import 'react-aria-strings:el';

export const texts = import.meta.glob<object>('../../../../contract/locales/el/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
