export const texts = import.meta.glob<object>(['../../../../contract/locales/tr/*.json', '!**/mail.json', '!**/text.json', '!**/server.json'], { eager: true, import: 'default' });
