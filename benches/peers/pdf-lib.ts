import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ParseSpeeds, PDFDocument, PDFTextField } from 'pdf-lib';
import type { Peer } from './peer.ts';

const { version } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('pdf-lib/package.json'), 'utf8'));

/** pdf-lib in its own best mode: parsing and saving without pauses. */
export const pdfLib: Peer = {
  name: 'pdf-lib',
  version,
  fill: async (bytes, values) => {
    const pdf = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
    // One pass over the fields: looking each one up by its name would make pdf-lib read all of them 2,000 times.
    for (const field of pdf.getForm().getFields()) {
      const value = values[field.getName()];
      if (value !== undefined && field instanceof PDFTextField) field.setText(value);
    }
    const saved = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
    return { parts: [saved] };
  },
};
