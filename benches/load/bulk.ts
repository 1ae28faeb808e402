import type { Bulk } from '#contract/entities/bulk.ts';
import type { Client } from '../../tests/api/client.ts';
import { readWhile, timed, type Measured } from './measure.ts';

const askEvery = 500;
/** People who work on meanwhile. */
const others = 2;

export interface MeasuredBulk {
  seconds: number;
  sent: number;
  failed: number;
  /** How others were answered while it ran. */
  others: Measured;
}

/** One form to so many people, each with a transaction of their own; meanwhile others read their lists. */
export async function measureBulk(url: string, sender: Client, reader: Client, form: Uint8Array, count: number): Promise<MeasuredBulk> {
  const source = await makeTemplate(sender, form);
  const recipients = Array.from({ length: count }, (_, index) => ({ email: `tenant-${index}@example.org`, firstName: `Tenant ${index}` }));
  let running = true;
  const reading = readWhile(() => running, others, [`${url}/transactions`, `${url}/contacts`], { ...reader.headers, accept: 'application/json' });
  const { milliseconds, result } = await timed(async () => {
    const { id } = await sender.call('bulks.create', { body: { sourceType: 'template', sourceId: source.id, recipients } });
    return untilSent(sender, id);
  });
  running = false;
  const sent = result.recipients.filter(({ status }) => status === 'sent').length;
  return { seconds: milliseconds / 1000, sent, failed: result.failed, others: await reading };
}

async function makeTemplate(sender: Client, form: Uint8Array): Promise<{ id: string }> {
  const file = await sender.addFile(form, 'Lease.pdf');
  const field = { page: 1, recipient: { role: 'Tenant' } };
  const fields = [{ ...field, id: 'name', rect: { x: 40, y: 18, width: 40, height: 3 } }, { ...field, id: 'sign', type: 'signature', rect: { x: 40, y: 80, width: 40, height: 3 } }];
  await sender.send('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields } } });
  return sender.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Tenant' }] } });
}

async function untilSent(sender: Client, id: string): Promise<Bulk> {
  for (;;) {
    const bulk = await sender.call('bulks.get', { params: { id } });
    if (bulk.job?.status !== 'pending') return bulk;
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
}
