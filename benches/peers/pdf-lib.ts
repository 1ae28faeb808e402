import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import type { Peer } from './peer.ts';

const { version } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('pdf-lib/package.json'), 'utf8'));

/** pdf-lib in its own best mode: parsing and saving without pauses. */
export const pdfLib: Peer = {
  name: 'pdf-lib',
  version,
  fill: async (bytes, values) => {
    const pdf = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
    const form = pdf.getForm();
    for (const [name, value] of Object.entries(values)) form.getTextField(name).setText(value);
    const saved = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
    return { parts: [saved] };
  },
};
