import { type RefObject, useEffect } from 'react';
import type { Act } from './example.ts';

/** Without those that only stand for others, which people never reach. */
const controls: readonly string[] = ['button', 'a', 'input', 'textarea', '[tabindex="0"]'].map((control) => `${control}:not([aria-hidden=true] *, [type=file])`);
const byKeyboard = ':not([tabindex="-1"])';

const firstOf = (place: HTMLElement, selectors: readonly string[]): HTMLElement | undefined => selectors.map((selector) => place.querySelector<HTMLElement>(selector)).find((control) => control !== null) ?? undefined;

const acts: Readonly<Record<Act, (control: HTMLElement) => void>> = {
  hover: (control) => void control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })),
  // After a key, as somebody who uses the keyboard focuses it.
  focus: (control) => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    control.focus();
  },
  press: (control) => control.click(),
};

/** Lists are not there before their options are. */
const LATER = 100;

/** Acts on the first control inside of the element, once it is there. */
export function useAct(place: RefObject<HTMLElement | null>, act: Act | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const control = place.current && firstOf(place.current, act === 'press' ? controls : controls.map((each) => each + byKeyboard));
      if (act && control) acts[act](control);
    }, LATER);
    return () => clearTimeout(timer);
  }, [place, act]);
}
