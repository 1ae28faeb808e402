/** Comma-separated values (RFC 4180), including the variants of spreadsheets: semicolons or tabs, and a byte order mark. */
const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

export interface CsvRow {
  /** Line of the file where the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns the most frequent delimiter in the first line, outside quotes. */
export function delimiterOf(text: string): Delimiter {
  const first = (/^(?:"[^"]*"|[^\n\r"])*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counted = delimiters.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

interface Cursor {
  at: number;
  line: number;
}

/** Parses one quoted cell, in which a quote is doubled. An unclosed cell extends to the end of the file. */
function quoted(text: string, cursor: Cursor): string {
  let value = '';
  cursor.at += 1;
  for (;;) {
    const end = text.indexOf('"', cursor.at);
    const part = text.slice(cursor.at, end < 0 ? text.length : end);
    value += part;
    cursor.line += part.split('\n').length - 1;
    cursor.at += part.length + 1;
    if (end < 0 || text[cursor.at] !== '"') return value;
    value += '"';
    cursor.at += 1;
  }
}

function bare(text: string, cursor: Cursor, delimiter: Delimiter): string {
  const start = cursor.at;
  while (cursor.at < text.length && text[cursor.at] !== delimiter && text[cursor.at] !== '\n' && text[cursor.at] !== '\r') cursor.at += 1;
  return text.slice(start, cursor.at);
}

/** Yields the rows of a file; skips rows without text. */
export function* csvRows(source: string): Generator<CsvRow> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const delimiter = delimiterOf(text);
  const cursor: Cursor = { at: 0, line: 1 };
  while (cursor.at < text.length) {
    const { line } = cursor;
    const cells: string[] = [];
    for (;;) {
      const cell = text[cursor.at] === '"' ? quoted(text, cursor) + bare(text, cursor, delimiter) : bare(text, cursor, delimiter);
      cells.push(cell.trim());
      if (text[cursor.at] !== delimiter) break;
      cursor.at += 1;
    }
    if (text[cursor.at] === '\r') cursor.at += 1;
    if (text[cursor.at] === '\n') cursor.at += 1;
    cursor.line += 1;
    if (cells.some((cell) => cell !== '')) yield { line, cells };
  }
}
