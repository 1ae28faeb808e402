import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { textColors } from '#contract/limits/fields.ts';
import { FieldAppearance } from '#web/ui/field/FieldAppearance.tsx';
import { TextColor } from './TextColor.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const fieldOf = (more: Partial<Field> = {}): Field => ({ ...createField({ id: 'f', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, value: 'Ada' }), ...more });
async function shown(content: React.ReactNode): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(content));
}
const press = (selector: string, text = '') => act(async () => [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.textContent?.includes(text))?.click());

/** Relative luminance and contrast with white (WCAG 2.2). */
function contrastWithWhite(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255).map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  const [red = 0, green = 0, blue = 0] = channels;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test.each(Object.values(textColors).filter((color) => color.startsWith('#')))('%s can be read on a white page', (color) => expect(contrastWithWhite(color)).toBeGreaterThanOrEqual(4.5));

test('a colour is chosen by its name', async () => {
  const change = vi.fn<(field: Field) => void>();
  await shown(<TextColor field={fieldOf()} change={change} />);
  await press('button');
  await press('[role=option]', 'colors.blue');
  expect(change).toHaveBeenCalledWith(fieldOf({ textColor: '#0000ff' }));
});

test('a colour of the document is kept and named as such', async () => {
  await shown(<TextColor field={fieldOf({ textColor: '#123456' })} change={() => undefined} />);
  expect(document.body.textContent).toContain('colors.other');
});

test.each([['black', ''], ['#d00000', 'rgb(208, 0, 0)']])('text in %s is shown so', async (textColor, color) => {
  await shown(<FieldAppearance field={fieldOf({ textColor })} />);
  expect(document.querySelector<HTMLElement>('[dir=auto]')?.style.color).toBe(color);
});
