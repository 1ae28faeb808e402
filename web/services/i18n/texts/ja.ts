import 'react-aria-strings:ja';

export const texts = import.meta.glob<object>('../../../../contract/locales/ja/{account,bulk,errors,lists,magicLink,people,plan,profile,sharing,shell,signIn,upload}.json', { eager: true, import: 'default' });
