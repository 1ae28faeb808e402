const tokens = /YYYY|YY|MM|M|DD|D/gi;

function pad(text: string): string {
  return text.padStart(2, '0');
}

/** A date written in a field's own form as year-month-day; null where it is none. */
export function isoDateOf(text: string, format: string | null): string | null {
  const pattern = format || 'MM/DD/YYYY';
  const order: string[] = [];
  const escaped = pattern
    .split(tokens)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = pattern.match(tokens) ?? [];
  const source = escaped.reduce((expression, literal, index) => {
    const token = found[index - 1]?.toUpperCase() ?? '';
    order.push(token);
    return `${expression}(\\d{${token === 'YYYY' ? '4' : token.length === 2 ? '2' : '1,2'}})${literal}`;
  });
  const match = new RegExp(`^${source}$`).exec(text);
  if (!match) return null;
  const part = (name: string): string | undefined => match[order.findIndex((token) => token.startsWith(name)) + 1];
  const year = part('YYYY') ?? (part('YY') ? `20${part('YY')}` : undefined);
  const month = part('M');
  const day = part('D');
  if (!year || !month || !day) return null;
  const iso = `${year}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${iso}T12:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
}
