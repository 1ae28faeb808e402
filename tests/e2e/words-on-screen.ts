import type { Page } from 'playwright';

/** A text of a page, and whether there is room for all of it. */
interface Shown {
  text: string;
  isCut: boolean;
}

/** Every text that a page shows, as it is in the catalogue, writes into an empty field or says of a control; documents and what people wrote are not the product's. */
export function textsOn(page: Page): Promise<Shown[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    const isHidden = (element: Element): boolean => element.closest('.textLayer, [data-page] > p, script, style, noscript, template') !== null || !element.checkVisibility({ visibilityProperty: true });
    /** Shortened with dots, or by a number of lines. */
    const isCut = (element: Element): boolean => {
      for (let around: Element | null = element, steps = 0; around && steps < 4; around = around.parentElement, steps++) {
        const style = getComputedStyle(around);
        if (around.closest('.visually-hidden')) return false;
        if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && around.scrollWidth > around.clientWidth + 1) return true;
        if (style.webkitLineClamp !== 'none' && around.scrollHeight > around.clientHeight + 1) return true;
      }
      return false;
    };
    /** How long the words of an empty field are: its own width does not say so. */
    const isNarrow = (input: HTMLInputElement): boolean => {
      if (!canvas || input.tagName !== 'INPUT') return false;
      const style = getComputedStyle(input);
      canvas.font = style.font;
      return canvas.measureText(input.placeholder).width > input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) + 1;
    };
    const shown: Shown[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent?.trim().replaceAll('\u2011', '-') ?? '';
      if (text !== '' && node.parentElement && !isHidden(node.parentElement)) shown.push({ text, isCut: isCut(node.parentElement) });
    }
    for (const name of ['aria-label', 'aria-roledescription', 'aria-valuetext', 'title', 'alt', 'placeholder']) {
      for (const element of document.querySelectorAll<HTMLElement>(`[${name}]`)) {
        const text = element.getAttribute(name)?.trim().replaceAll('\u2011', '-') ?? '';
        if (text !== '' && !isHidden(element)) shown.push({ text, isCut: name === 'placeholder' && isNarrow(element as HTMLInputElement) });
      }
    }
    return shown;
  });
}

/** Buttons and links that lie on each other. What stays in its place while a page moves under it, and what stands on the paper, may. */
export function overlapsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const anchorOf = (element: Element): Element | null => {
      for (let around: Element | null = element; around; around = around.parentElement) if (/fixed|sticky/.test(getComputedStyle(around).position)) return around;
      return null;
    };
    /** What of an element is seen: the rest is scrolled away. */
    const seenOf = (element: Element): DOMRect => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around && around !== document.documentElement; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], [role=button], [role=tab], [role=menuitem], select')].flatMap((element) => {
      const box = seenOf(element);
      if (box.width < 4 || box.height < 4 || element.closest('.visually-hidden, [data-page], [aria-hidden=true], [inert]') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return top && element.contains(top) ? [{ element, box, anchor: anchorOf(element) }] : [];
    });
    const nameOf = (element: Element): string => `“${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    return controls.flatMap((one, index) =>
      controls.slice(index + 1).flatMap((other) => {
        if (one.anchor !== other.anchor || one.element.contains(other.element) || other.element.contains(one.element)) return [];
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // A row that is a link has its buttons within it.
        const isWithin = [one, other].some(({ box }) => width >= box.width - 1 && height >= box.height - 1);
        return width > 2 && height > 2 && !isWithin ? [`${nameOf(one.element)} and ${nameOf(other.element)} lie on each other`] : [];
      }),
    );
  });
}
