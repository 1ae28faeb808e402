import { sameContact } from '#contract/entities/common.ts';
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { createField, defaultPermittedTypes, field as fieldSchema } from '#contract/entities/field.ts';
import { duplicateFieldIds, isSamePlace, shareByLabel, shareInGroup, sortFields } from '#contract/entities/field-list.ts';
import {
  defaultValueOf,
  isMultiline,
  nextRadioGroup,
  normaliseField,
  pointsOf,
} from '#contract/entities/field-rules.ts';
import { counts } from '#contract/limits/counts.ts';
import { fieldDefaults } from '#contract/limits/fields.ts';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { commonMove, keepOnPage, moveRect, roundRect } from '#web/entities/field/geometry.ts';
import type { EditorState } from './edited-file.ts';

/** Default sizes of new fields, in points. */
const placedSizes: Record<FieldType, Size> = {
  text: { width: 160, height: 22 },
  date: { width: 96, height: 22 },
  link: { width: 160, height: 20 },
  checkmark: { width: 16, height: 16 },
  radio: { width: 16, height: 16 },
  signature: { width: 135, height: 36 },
  initials: { width: 64, height: 30 },
  image: { width: 120, height: 90 },
};

/** Returns a default-sized rectangle around a point, in percent of the page. */
export function rectAround(type: FieldType, at: Point, page: Size): Rect {
  const size = placedSizes[type];
  const width = (size.width / page.width) * 100;
  const height = (size.height / page.height) * 100;
  return keepOnPage({ x: at.x - width / 2, y: at.y - height / 2, width, height });
}

/** Whether two lines of the field's font fit. `paper` is the page size in points. */
function isTall({ rect, fontSize }: Pick<Field, 'rect' | 'fontSize'>, paper: Size): boolean {
  const points = pointsOf(fontSize);
  const pixels = points === null ? fieldDefaults.fontSize : points / fieldDefaults.pointsOfPixel;
  return isMultiline(((rect.height / 100) * paper.height) / fieldDefaults.pointsOfPixel, pixels);
}

/** Resizes a field. A text field becomes multi-line when two lines fit, and single-line when they no longer do. */
export function sizedTo(field: Field, rect: Rect, paper: Size): Field {
  const next = { ...field, rect };
  if (field.type !== 'text') return next;
  const tall = isTall(next, paper);
  return tall === isTall(field, paper) ? next : { ...next, multiline: tall };
}

interface NewFieldOptions {
  id: string;
  type: FieldType;
  page: number;
  rect: Rect;
  recipient: FieldRecipient | null;
  /** Size of the page in points. */
  paper: Size;
}

export function placedField(options: NewFieldOptions, fields: readonly Field[], { phoneCapture, dayForm }: Pick<EditorState, 'phoneCapture' | 'dayForm'>): Field {
  const { id, type, page, rect, recipient, paper } = options;
  const field = normaliseField(
    createField({
      id,
      type,
      page,
      rect: { ...rect },
      recipient,
      value: defaultValueOf(type),
      permittedTypes: defaultPermittedTypes(type, phoneCapture),
      group: type === 'radio' ? nextRadioGroup(fields) : null,
      required: type === 'initials',
      dateFormat: type === 'date' ? dayForm : null,
    }),
  );
  return type === 'text' ? { ...field, multiline: isTall(field, paper) } : field;
}

const checked = new WeakMap<Field, boolean>();

/** Whether a field is on its page, visibly large, and within the stored lengths. Results are cached per field object. */
function isWhole(one: Field): boolean {
  const known = checked.get(one);
  if (known !== undefined) return known;
  const { x, y, width, height } = one.rect;
  const isOnPage = width > 0 && height > 0 && x >= -0.01 && y >= -0.01 && x + width <= 100.01 && y + height <= 100.01;
  const whole = isOnPage && fieldSchema.safeParse(one).success;
  checked.set(one, whole);
  return whole;
}

/** Whether the fields can be saved: unique ids and every field valid. Positions of the document's own fields are not checked. */
export function fieldsAreValid(fields: readonly Field[]): boolean {
  if (fields.length > counts.fieldsPerFile || duplicateFieldIds(fields).length > 0) return false;
  return fields.every((one) => one.pdfFieldId !== null || isWhole(one));
}

export function moveAll(fields: Field[], ids: readonly string[], by: Point): Field[] {
  const chosen = new Set(ids);
  const moved = fields.filter((field) => chosen.has(field.id));
  const shift = commonMove(
    moved.map((field) => field.rect),
    by,
  );
  if (moved.length === 0 || (shift.x === 0 && shift.y === 0)) return fields;
  return fields.map((field) =>
    chosen.has(field.id) ? { ...field, rect: moveRect(field.rect, shift) } : field,
  );
}

/** Replaces changed fields. Radio buttons share their common properties with their group, and places of one name with each other. */
export function replaceFields(fields: Field[], changed: readonly Field[]): Field[] {
  const byId = new Map(changed.map((field) => [field.id, field]));
  const replaced = fields.map((field) => byId.get(field.id) ?? field);
  const grouped = changed.filter((field) => field.type === 'radio' && field.group);
  const named = changed.filter((field) => field.dataLabel !== null);
  return named.reduce(shareByLabel, grouped.reduce((next, field) => shareInGroup(next, field), replaced));
}

export interface RecipientReplacement {
  from: FieldRecipient;
  to: FieldRecipient | null;
}

export function isSameRecipient(a: FieldRecipient, b: FieldRecipient): boolean {
  if (a.email || a.phone) return sameContact(a, b);
  return Boolean(a.role) && a.role === b.role;
}

/** Reassigns the fields of one recipient to another, or to nobody. */
export function reassigned(fields: Field[], { from, to }: RecipientReplacement): Field[] {
  let changed = false;
  const next = fields.map((field) => {
    if (!field.recipient || !isSameRecipient(field.recipient, from)) return field;
    changed = true;
    return { ...field, recipient: to };
  });
  return changed ? next : fields;
}

/** The fields without those of a recipient. The document's own fields stay, and belong to nobody. */
export const withoutFieldsOf = (fields: Field[], of: FieldRecipient): Field[] =>
  reassigned(fields.filter(({ recipient, pdfFieldId }) => pdfFieldId !== null || !recipient || !isSameRecipient(recipient, of)), { from: of, to: null });

const OFFSET = 2;

/** Whether copies of the field share its value: it has a name. Radio buttons share theirs by their group. */
export const hasSharedValue = ({ dataLabel, type }: Field): boolean => dataLabel !== null && type !== 'radio';

/** Copies fields: offset on the same page, at the same position on another. */
function copied(
  clipboard: readonly Field[],
  there: readonly Field[],
  { page, seed }: { page: number; seed: string },
): Field[] {
  return clipboard.map((field, index) => {
    const taken = there.some(
      (each) => each.page === page && each.rect.x === field.rect.x && each.rect.y === field.rect.y,
    );
    const by = taken ? { x: OFFSET, y: OFFSET } : { x: 0, y: 0 };
    const id = `${seed}-${index}`;
    return {
      ...field,
      id,
      page,
      fieldName: `${field.type}-${id}`,
      pdfFieldId: null,
      detected: false,
      rect: roundRect(moveRect(field.rect, by)),
    };
  });
}

/** Copies fields to paste them. A name that is in use there is dropped: a change of the copy would change the original. */
export function copyForPaste(clipboard: readonly Field[], there: readonly Field[], to: { page: number; seed: string }): Field[] {
  const isTaken = (field: Field): boolean => hasSharedValue(field) && there.some((each) => isSamePlace(each, field));
  return copied(clipboard.map((field) => (isTaken(field) ? { ...field, dataLabel: null } : field)), there, to);
}

/** Copies fields to the same position on other pages, where those with a name share its value; offset where a field is already there. */
export function copyToPages(originals: readonly Field[], there: readonly Field[], { pages, seed }: { pages: readonly number[]; seed: string }): Field[] {
  return pages.flatMap((page) => copied(originals, there, { page, seed: `${seed}-${page}` }));
}

/** Returns one more radio button of a group: below its lowest button, or beside it at the end of the page. */
export function nextOption(fields: readonly Field[], { id, exportValue, seed }: { id: string; exportValue: string; seed: string }): Field | null {
  const from = fields.find((field) => field.id === id);
  if (!from) return null;
  const group = fields.filter((field) => field.type === 'radio' && field.group === from.group && field.page === from.page);
  const lowest = group.reduce((low, field) => (field.rect.y > low.rect.y ? field : low), from);
  const below = { x: 0, y: lowest.rect.height * 1.5 };
  const fits = lowest.rect.y + below.y + lowest.rect.height <= 100;
  const [copy] = copied([lowest], [], { page: lowest.page, seed });
  const rect = roundRect(keepOnPage(moveRect(lowest.rect, fits ? below : { x: lowest.rect.width * 1.5, y: 0 })));
  return copy ? { ...copy, rect, exportValue, tooltip: null, value: false } : null;
}

export type Direction = 'across' | 'down';

/** Minimum number of fields that can be distributed: fewer have a single gap. */
export const FEWEST_DISTRIBUTED = 3;

/** Distributes fields with equal gaps; the first and the last keep their position. */
export function distributeFields(fields: readonly Field[], direction: Direction): Field[] {
  const [start, length] = direction === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const ordered = fields.toSorted((a, b) => a.rect[start] - b.rect[start]);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last || ordered.length < FEWEST_DISTRIBUTED) return [...fields];
  const room = last.rect[start] + last.rect[length] - first.rect[start];
  const filled = ordered.reduce((sum, field) => sum + field.rect[length], 0);
  const gap = (room - filled) / (ordered.length - 1);
  let at = first.rect[start];
  return ordered.map((field) => {
    const rect = { ...field.rect, [start]: at };
    at += field.rect[length] + gap;
    return { ...field, rect: keepOnPage(rect) };
  });
}

export type Alignment = 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height';

/** Aligns fields with the first one in reading order. */
export function alignFields(fields: readonly Field[], alignment: Alignment): Field[] {
  const [first] = sortFields(fields);
  if (!first) return [];
  const to = first.rect;
  return fields.map((field) => {
    const rect = { ...field.rect };
    if (alignment === 'left') rect.x = to.x;
    if (alignment === 'right') rect.x = to.x + to.width - rect.width;
    if (alignment === 'top') rect.y = to.y;
    if (alignment === 'bottom') rect.y = to.y + to.height - rect.height;
    if (alignment === 'width') rect.width = to.width;
    if (alignment === 'height') rect.height = to.height;
    return { ...field, rect: keepOnPage(rect) };
  });
}
