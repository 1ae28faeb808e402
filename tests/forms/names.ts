/**
 * `npm run check:names [-- --list]`: how many fields of real forms have a name that says what they are for, as a reader of screens has
 * it: the document's own words, or those beside the field. Without a browser, by the same core.
 */
import { readFile } from 'node:fs/promises';
import { createNodeEngine, type Engine, type Field } from '@countersign/core/node';
import { openPdf, readTextItems, renderPage } from '../../benches/detection/render.ts';
import { nameFields } from '#web/services/fields/named-fields.ts';
import { type RealForm, realForms } from './real-forms.ts';

const GOAL = 0.95;

type Named = Pick<Field, 'type' | 'page' | 'fieldName' | 'tooltip' | 'group'>;

/** The fields of a file as the product names them: its own, or those that are found on its pages. */
async function fieldsOf(engine: Engine, { path }: RealForm): Promise<Named[]> {
  const document = await engine.open(await readFile(path));
  const own = await document.fields();
  await document.close();
  const pages = await openPdf(path);
  try {
    if (own.length === 0) return await detected(engine, pages);
    return await nameFields(own.filter(({ rect, readonly, hidden }) => rect.width > 0 && !readonly && !hidden), async (number, here) => {
      const page = await pages.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      return engine.labelFields(here, { textItems: await readTextItems(page), ratio: height / width });
    });
  } finally {
    await pages.loadingTask.destroy();
  }
}

async function detected(engine: Engine, pages: Awaited<ReturnType<typeof openPdf>>): Promise<Named[]> {
  const fields: Named[] = [];
  for (let page = 1; page <= pages.numPages; page += 1) {
    const { gray: data, width, height, textItems, paths } = await renderPage(pages, page);
    fields.push(...(await engine.detect({ data, width, height }, { page, textItems, paths })));
  }
  return fields;
}

/** Widgets of one text field are one field for people, too. */
const wholeKey = ({ type, page, fieldName }: Named, index: number): string => (type === 'text' || type === 'date' ? `${page} ${fieldName}` : String(index));
/** What programs call a field when nobody gave it a name. */
const MADE = /^(text|field|fill|check ?box|radio|button|group|untitled|undefined)[\s_.[\]#\d-]*$/i;
const saysSomething = (name: string | null): boolean => name !== null && (name.match(/\p{L}/gu)?.length ?? 0) >= 2 && !MADE.test(name);
/** Told apart from others by nothing but a number. */
const isNumbered = ({ tooltip }: Named): boolean => / \(\d+\)$/.test(tooltip ?? '');

/** The fields whose name says nothing, or is that of another on its page. */
function unnamed(fields: readonly Named[]): { all: number; bad: Named[] } {
  const whole = [...new Map(fields.map((field, index) => [wholeKey(field, index), field])).values()];
  const key = ({ page, tooltip }: Named): string => `${page} ${tooltip?.toLowerCase()}`;
  const counts = new Map<string, number>();
  for (const field of whole) counts.set(key(field), (counts.get(key(field)) ?? 0) + 1);
  return { all: whole.length, bad: whole.filter((field) => !saysSomething(field.tooltip) || (counts.get(key(field)) ?? 0) > 1) };
}

async function main(): Promise<void> {
  // A scan has no words that could be read.
  const forms = realForms.filter(({ kind }) => kind === 'drawn' || kind === 'fillable');
  if (forms.length === 0) {
    console.log('The forms (../shared/data) are not here; nothing was checked.');
    return;
  }
  const engine = await createNodeEngine();
  let [total, named, numbered] = [0, 0, 0];
  for (const form of forms) {
    const fields = await fieldsOf(engine, form);
    const { all, bad } = unnamed(fields);
    total += all;
    named += all - bad.length;
    numbered += fields.filter(isNumbered).length;
    console.log(`${form.kind.padEnd(9)} ${form.name.padEnd(40)} ${String(all - bad.length).padStart(4)} of ${String(all).padStart(4)}  ${((1 - bad.length / Math.max(all, 1)) * 100).toFixed(0).padStart(4)} %`);
    if (process.argv.includes('--list')) for (const { page, type, tooltip } of fields) console.log(`    page ${page}, ${type}: ${tooltip}`);
  }
  await engine.close();
  console.log(`\n${named} of ${total} fields have a name of their own: ${((named / total) * 100).toFixed(1)} % (goal: ${GOAL * 100} %), ${numbered} of them by a number after the same words`);
  process.exitCode = named / total >= GOAL ? 0 : 1;
}

await main();
