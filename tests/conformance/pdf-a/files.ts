import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The colours of an output intent, by Ghostscript's names. */
export type Intent = 'Gray' | 'RGB' | 'CMYK';

/** Where Debian's Ghostscript has its profiles. */
const profiles = '/usr/share/color/icc/ghostscript';

/** Whether Ghostscript is here to make PDF/A. */
export const hasGhostscript = spawnSync('gs', ['--version']).status === 0 && existsSync(profiles);

/** A page of text as PDF/A, with a profile that Ghostscript brings. */
export function pdfA(folder: string, part: 1 | 2 | 3, intent: Intent): Uint8Array {
  const path = join(folder, `source-${part}-${intent}.pdf`);
  const profile = `default_${intent.toLowerCase()}.icc`;
  const components = { Gray: 1, RGB: 3, CMYK: 4 }[intent];
  const page = join(folder, `page-${part}-${intent}.ps`);
  writeFileSync(page, `%!
[/Title (Contract) /DOCINFO pdfmark
[/_objdef {icc} /type /stream /OBJ pdfmark
[{icc} <</N ${components}>> /PUT pdfmark
[{icc} (${profiles}/${profile}) (r) file /PUT pdfmark
[/_objdef {intent} /type /dict /OBJ pdfmark
[{intent} <</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {icc} /OutputConditionIdentifier (Custom)>> /PUT pdfmark
[{Catalog} <</OutputIntents [{intent}]>> /PUT pdfmark
/Helvetica findfont 12 scalefont setfont 72 720 moveto (A contract) show showpage
`);
  const { status, stdout } = spawnSync('gs', ['-q', `--permit-file-read=${profiles}/`, `-dPDFA=${part}`, '-dPDFACompatibilityPolicy=2', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sColorConversionStrategy=${intent}`, '-sPAPERSIZE=letter', `-sOutputFile=${path}`, page], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Ghostscript made no PDF/A: ${stdout}`);
  return readFileSync(path);
}
