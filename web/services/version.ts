import { timing } from '#contract/limits/timing.ts';
import { createSignal } from './signal.ts';

/** Written by the build. A different content means a different version. */
const ADDRESS = '/build-info.json';

const outdated = createSignal<void>();
/** Emitted when the server has another version of the app. */
export const onOldVersion = outdated.subscribe;

async function readVersion(): Promise<string | null> {
  try {
    const answer = await fetch(`${ADDRESS}?at=${Date.now()}`, { cache: 'no-store' });
    if (!answer.ok) return null;
    const { version } = (await answer.json()) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch (error) {
    console.debug('The version can\'t be asked for now', error);
    return null;
  }
}

/** Of the loaded page; null in development. */
export const ownVersion = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;

/** Checks for a new version every 5 minutes, or every 30 in the background. Emits once. */
export function watchVersion(): () => void {
  let running = ownVersion();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const found = await readVersion();
    if (over) return;
    if (running && found && found !== running) {
      over = true;
      outdated.emit();
      return;
    }
    running ??= found;
    lookLater();
  };
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), document.visibilityState === 'visible' ? timing.versionCheckVisible : timing.versionCheckBackground);
  };
  // Checks at once when the page becomes visible after a while.
  const back = (): void => {
    if (document.visibilityState === 'visible' && !over) void look();
  };
  document.addEventListener('visibilitychange', back);
  // A page that knows its version was just loaded: the first screen need not share the line with this.
  if (running) lookLater();
  else void look();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', back);
  };
}
