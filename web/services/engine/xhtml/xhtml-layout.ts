import type { Field } from '@countersign/core';
import { rendering } from '#contract/limits/screens.ts';
import { MARK, type UnplacedField } from './xhtml-fields.ts';

/** Rounds percentages to four decimals. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1_000_000) / 10_000;

/** Fields with the rectangles of their controls in the laid-out page. Invisible controls are left out. */
export function placeFields(fields: readonly UnplacedField[], page: Document): Field[] {
  const root = page.documentElement;
  const whole = { width: Math.max(root.scrollWidth, 1), height: Math.max(root.scrollHeight, 1) };
  const frame = root.getBoundingClientRect();
  return fields.flatMap((field, index) => {
    const box = page.querySelector(`[${MARK}="${index}"]`)?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return [];
    const rect = {
      x: percent(box.left - frame.left, whole.width),
      y: percent(box.top - frame.top, whole.height),
      width: percent(box.width, whole.width),
      height: percent(box.height, whole.height),
    };
    return [{ ...field, rect }];
  });
}

/** Lays a page out in a hidden, sandboxed frame and returns its fields with their rectangles. */
export async function layOut(html: string, fields: readonly UnplacedField[]): Promise<Field[]> {
  if (fields.length === 0) return [];
  const frame = document.createElement('iframe');
  // `allow-same-origin` lets the parent read the layout. Scripts stay disabled.
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = `position: fixed; left: -${2 * rendering.detectionWidth}px; width: ${rendering.detectionWidth}px; height: 100px; visibility: hidden; border: 0`;
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
  frame.srcdoc = html;
  document.body.append(frame);
  try {
    await loaded;
    return frame.contentDocument ? placeFields(fields, frame.contentDocument) : [];
  } finally {
    frame.remove();
  }
}
