/** Writes CSV. Cells that a spreadsheet would read as formulas are prefixed (CSV injection). */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => {
    const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

/** With a byte order mark spreadsheets read it as UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob => new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' });
