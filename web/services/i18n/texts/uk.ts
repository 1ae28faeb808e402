export const texts = import.meta.glob<object>(['../../../../contract/locales/uk/*.json', '!**/mail.json', '!**/text.json', '!**/server.json'], { eager: true, import: 'default' });
