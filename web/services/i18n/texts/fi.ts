export const texts = import.meta.glob<object>(['../../../../contract/locales/fi/*.json', '!**/mail.json', '!**/text.json', '!**/server.json'], { eager: true, import: 'default' });
