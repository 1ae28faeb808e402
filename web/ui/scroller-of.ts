/** Returns the element that scrolls what it contains: the nearest ancestor that does, or the page. */
export const scrollerOf = (element: HTMLElement): HTMLElement => {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
};
