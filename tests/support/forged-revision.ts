/** Appends a revision that paints over the first page: what a forger does to a document that others agreed to. */
export function withDrawingOver(base: Buffer): Buffer {
  const text = base.toString('latin1');
  const trailer = [...text.matchAll(/trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)/g)].at(-1);
  const page = [...text.matchAll(/(?<=\s)(\d+) 0 obj\s*(<<(?:(?!endobj)[\s\S])*?\/Type\s*\/Page\b(?:(?!endobj)[\s\S])*>>)\s*endobj/g)].at(-1);
  const [, number, dictionary] = page ?? [];
  const size = /\/Size (\d+)/.exec(trailer?.[1] ?? '')?.[1];
  const root = /\/Root (\d+ \d+ R)/.exec(trailer?.[1] ?? '')?.[1];
  if (!number || !dictionary || !size || !root) throw new Error('The page does not lie open in this file');
  const painted = dictionary.replace(/\/Contents\s*(?:\[([^\]]*)\]|(\d+ \d+ R))/, (_, list = '', one = '') => `/Contents [${list}${one} ${size} 0 R]`);
  if (painted === dictionary) throw new Error('The page has no content to add to');
  const drawing = 'q 0 0 0 rg 72 690 300 40 re f Q';
  const stream = `${size} 0 obj\n<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream\nendobj\n`;
  const object = `${number} 0 obj\n${painted}\nendobj\n`;
  const start = base.length + 1;
  const line = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n${number} 1\n${line(start)}${size} 1\n${line(start + object.length)}`;
  const end = `trailer\n<< /Size ${Number(size) + 1} /Root ${root} /Prev ${trailer?.[2]} >>\nstartxref\n${start + object.length + stream.length}\n%%EOF\n`;
  return Buffer.concat([base, Buffer.from(`\n${object}${stream}${table}${end}`, 'latin1')]);
}

interface AddedObjects {
  /** An entry of the catalog or of the trailer that is to name the first of the objects. */
  catalog?: string;
  trailer?: string;
  /** `@1` stands for the number of the second object. */
  objects: readonly string[];
}

/** Appends a revision with more objects, the first of them in the catalog or in the trailer. */
export function withObjects(base: Buffer, { catalog, trailer: inTrailer, objects }: AddedObjects): Buffer {
  const text = base.toString('latin1');
  const trailer = [...text.matchAll(/trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)/g)].at(-1);
  const size = Number(/\/Size (\d+)/.exec(trailer?.[1] ?? '')?.[1]);
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer?.[1] ?? '')?.[1]);
  const known = [...text.matchAll(new RegExp(`\\s${root} 0 obj\\s*<<((?:(?!endobj)[\\s\\S])*)>>\\s*endobj`, 'g'))].at(-1)?.[1];
  if (!known || !trailer) throw new Error('The catalog does not lie open in this file');
  const numbered = objects.map((object, index) => [size + index, object.replaceAll(/@(\d+)/g, (_, other: string) => String(size + Number(other)))] as const);
  const changed = catalog ? [[root, `<<${known} ${catalog} ${size} 0 R >>`] as const] : [];
  let tail = '\n';
  let table = 'xref\n';
  for (const [number, body] of [...changed, ...numbered]) {
    table += `${number} 1\n${String(base.length + tail.length).padStart(10, '0')} 00000 n \n`;
    tail += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = base.length + tail.length;
  const end = `trailer\n<< /Size ${size + objects.length} /Root ${root} 0 R ${inTrailer ? `${inTrailer} ${size} 0 R` : ''} /Prev ${trailer[2]} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([base, Buffer.from(tail + table + end, 'latin1')]);
}
