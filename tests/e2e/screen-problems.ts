import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const colourRules = ['color-contrast', 'link-in-text-block'];

/** What is wrong with a screen for people with other eyes, hands and screens; empty when nothing is. */
export async function problemsOf(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    await keepPicture(page, `${screen}-${colorScheme}`);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    // A theme is other colours for the same elements: what does not depend on colours was found in the first one.
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(colourRules)).analyze();
    for (const { id, nodes } of violations) found.push(...nodes.map(({ target, failureSummary }) => `${screen}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`));
  }
  return [...found, ...(await overflowOf(page, screen)), ...(await tooSmallOn(page, screen))];
}

/** For people to look at: a picture of every screen in the folder that `SCREENSHOTS` names. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}-${width}x${height}.png`) });
}

/** What scrolls up and down, and must not be pushed sideways: the page, and the bodies of screens and dialogs that scroll by themselves. */
function sidewaysOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bodies = [...document.querySelectorAll('main, [role=dialog] > *, [role=alertdialog] > *')].filter((body) => /auto|scroll/.test(getComputedStyle(body).overflowX));
    return [document.documentElement, ...bodies].filter((body) => body.scrollWidth > body.clientWidth).map((body) => {
      const where = body === document.documentElement ? 'a screen' : body.matches('main') ? 'main' : 'a dialog';
      return `${body.scrollWidth} px wide on ${where} of ${body.clientWidth} px`;
    });
  });
}

/** Words that don't fit where they stand: cut off, or out of the window. Titles shorten themselves and scrolled strips scroll. */
export async function overflowOf(page: Page, screen: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent?.trim()).join(' ').trim();
      const box = element.getBoundingClientRect();
      if (words === '' || box.width < 2 || box.height < 2 || element.closest('.visually-hidden, [aria-hidden=true], .textLayer')) continue;
      const style = getComputedStyle(element);
      let scrolled = false;
      for (let around = element.parentElement; around; around = around.parentElement) scrolled ||= /auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth;
      const isCut = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      const spills = style.display !== 'inline' && style.overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const outside = box.left < -1 || box.right > document.documentElement.clientWidth + 1;
      if (isCut || spills || (outside && !scrolled)) cut.push(`“${words}” ${isCut ? 'is cut' : spills ? 'spills out' : 'is outside'}`);
    }
    return cut;
  });
  return [...found, ...(await sidewaysOf(page)), ...(await brokenWordsOf(page))].map((each) => `${screen}: ${each}`);
}

/** Words that go on in the next line without a hyphen, in scripts that part words by spaces. */
function brokenWordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement || text.parentElement.closest('.visually-hidden, [aria-hidden=true], .textLayer, script, style')) continue;
      // Addresses and names of files may break anywhere.
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}+(?=[.,:;!?…]?(?!\S))/gu)) {
        // Chinese and Japanese are written without spaces, and go on in the next line after any character.
        if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`“${word}” is broken into lines`);
      }
    }
    return broken;
  });
}

/** For fingers: controls lower or narrower than 44 px (what catches a press counts, not what is drawn). */
async function tooSmallOn(page: Page, screen: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    if (!matchMedia('(pointer: coarse)').matches) return [];
    const least = 44;
    const reach = least / 2 - 1;
    const isInText = (element: Element): boolean => element.matches('a') && getComputedStyle(element).display === 'inline' && element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    return [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]')].flatMap((element) => {
      // A box to tick is pressed by its words, too.
      const target = element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element;
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // What lies under something else, scrolled away or on paper is not for fingers here, and a link within a text has the height of its line.
      const isHit = (across: number, down: number): boolean => target.contains(document.elementFromPoint(x + across, y + down));
      if (!isHit(0, 0) || element.closest('[data-page], [aria-hidden=true], [inert]') || isInText(element)) return [];
      // At the edge of what scrolls a part of it is seen.
      const isSmall = (height < least && !isHit(0, -reach) && !isHit(0, reach)) || (width < least && !isHit(-reach, 0) && !isHit(reach, 0) && width < least * 0.8);
      return isSmall ? [`“${(element.getAttribute('aria-label') || target.textContent || element.tagName).trim().slice(0, 40)}” is ${Math.round(width)} by ${Math.round(height)} px`] : [];
    });
  });
  return [...new Set(found)].map((each) => `${screen}: ${each}`);
}

/** Until nothing moves or fades any more. */
export async function settled(page: Page): Promise<void> {
  // What opens is not to be seen in its first frame, and to axe an unseen dialog is none.
  await page.waitForFunction(() => [...document.querySelectorAll('[role=dialog]')].every((dialog) => dialog.checkVisibility({ opacityProperty: true })));
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity).map((each) => each.finished));
  });
}
