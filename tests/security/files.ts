/** The worst files to convert, and somebody else's small one, whose conversion is timed. */
import { createCanvas } from '@napi-rs/canvas';
import type { FileMimeType } from '#contract/entities/file.ts';
import type { Client } from '../api/client.ts';
import type { Attack } from './attacks.ts';

const postScript = (program: string): [FileMimeType, Buffer] => ['application/postscript', Buffer.from(`%!PS-Adobe-3.0\n${program}\n`)];
const worst: readonly [FileMimeType, Buffer][] = [
  postScript('{ } loop'),
  postScript('[ { 100000 array } loop'),
  ['text/plain', Buffer.from('Line after line\n'.repeat(300_000))],
];
/** Before an account whose documents all wait tries again. */
const refusedPauseMs = 500;

async function ask(person: Client, mime: FileMimeType, bytes: Buffer): Promise<{ id: string; status: number }> {
  const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: mime } });
  await person.put(url, bytes, mime);
  const { id } = await person.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Document' } } });
  return { id, status: (await person.send('files.convertToPdf', { params: { id } })).status };
}

let sent = 0;

export const conversionAttack: Attack = {
  name: 'conversion of endless files',
  send: async ({ attacker }) => {
    const [mime, bytes] = worst[sent++ % worst.length] as (typeof worst)[number];
    const { status } = await ask(attacker, mime, bytes);
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, refusedPauseMs));
    return status;
  },
  meanwhile: async (person) => {
    const began = performance.now();
    const { id } = await ask(person, 'image/png', createCanvas(200, 100).toBuffer('image/png'));
    for (;;) {
      const { convert } = await person.call('files.getMeta', { params: { id } });
      if (convert === 'resolved') return performance.now() - began;
      if (convert === 'rejected') throw new Error('The small file was not converted');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  },
  longestMs: 10_000,
};
