/** What the page itself saw. It runs in the page, so it stands alone. */
export interface Observed {
  /** Milliseconds since `mark`, wall clock. */
  readonly longTasks: { start: number; duration: number }[];
  /** Long animation frames with the scripts that made them long. */
  readonly frames: { duration: number; blocking: number; scripts: { duration: number; invoker: string; source: string; name: string }[] }[];
  /** From `mark` to the first picture of a page; null when there was none. */
  readonly firstPage: number | null;
}

declare global {
  interface Window {
    countersignBench: { mark(): void; take(): Observed };
  }
}

interface FrameTiming extends PerformanceEntry {
  blockingDuration: number;
  scripts: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[];
}

/** Put into every page before its own scripts. */
export function observe(): void {
  if (window.top !== window) return;
  let began = performance.now();
  let firstPage: number | null = null;
  let longTasks: PerformanceEntry[] = [];
  let frames: FrameTiming[] = [];
  const sinceMark = (entries: PerformanceEntry[]) => entries.filter((entry) => entry.startTime + entry.duration > began);
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => frames.push(...(list.getEntries() as FrameTiming[]))).observe({ type: 'long-animation-frame', buffered: true });
  const look = (): void => {
    if (firstPage === null && document.querySelector('[data-page] [data-shown]')) {
      // Shown means painted: the frame after the one in which the picture came.
      requestAnimationFrame(() => {
        firstPage ??= performance.now() - began;
      });
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['data-shown'] });
  window.countersignBench = {
    mark() {
      began = performance.mark('countersign:phase').startTime;
      firstPage = null;
      longTasks = [];
      frames = [];
    },
    take: () => ({
      firstPage,
      longTasks: sinceMark(longTasks).map(({ startTime, duration }) => ({ start: startTime - began, duration })),
      frames: (sinceMark(frames) as FrameTiming[]).map(({ duration, blockingDuration, scripts }) => ({
        duration,
        blocking: blockingDuration,
        scripts: scripts.map((script) => ({ duration: script.duration, invoker: script.invoker, source: script.sourceURL, name: script.sourceFunctionName })),
      })),
    }),
  };
}
