import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusField } from './focus-field.ts';

const frames: FrameRequestCallback[] = [];
const drawFrame = (): void => frames.splice(0).forEach((act) => act(0));

function addField(fieldId: string): HTMLInputElement {
  const place = document.createElement('div');
  place.dataset.place = `file/${fieldId}`;
  const input = document.createElement('input');
  input.dataset.input = fieldId;
  place.append(input);
  document.body.append(place);
  return input;
}
const placeOf = (fieldId: string) => ({ fileId: 'file', fieldId });

beforeEach(() => {
  // jsdom has none.
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act));
});
afterEach(() => {
  vi.unstubAllGlobals();
  frames.length = 0;
  document.body.replaceChildren();
});

test('a field left at once does not take the focus from the next one', () => {
  addField('one');
  const two = addField('two');
  focusField(placeOf('one'));
  focusField(placeOf('two'));
  const lost = vi.fn<() => void>();
  two.addEventListener('blur', lost);
  for (let frame = 0; frame < 30; frame += 1) drawFrame();
  expect(lost).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(two);
});

test('waits for a field that is not rendered yet', () => {
  focusField(placeOf('late'));
  drawFrame();
  const late = addField('late');
  drawFrame();
  expect(document.activeElement).toBe(late);
});

test.each([
  ['a press', () => new Event('pointerdown')],
  ['the Tab key', () => new KeyboardEvent('keydown', { key: 'Tab' })],
])('%s elsewhere cancels the wait for a field', (_, act) => {
  const elsewhere = addField('elsewhere');
  focusField(placeOf('late'));
  window.dispatchEvent(act());
  elsewhere.focus();
  addField('late');
  drawFrame();
  expect(document.activeElement).toBe(elsewhere);
});

test('takes the focus back after a closing dialog restores it elsewhere', () => {
  const place = addField('one');
  focusField(placeOf('one'));
  drawFrame();
  place.blur();
  drawFrame();
  expect(document.activeElement).toBe(place);
});
