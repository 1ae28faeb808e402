import { timing } from '#contract/limits.ts';
import { createSignal } from './signal.ts';

/** Written beside the app by its build; another content means another app. */
const ADDRESS = '/build-info.json';

const outdated = createSignal<void>();
/** The server has another version of the app than the one that runs here. */
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

/** Asks every 5 minutes while the page is seen, every 30 in the background; tells once when another version is there. */
export function watchVersion(): () => void {
  let running: string | null = null;
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
    timer = setTimeout(() => void look(), document.visibilityState === 'visible' ? timing.versionCheckVisible : timing.versionCheckBackground);
  };
  // Who comes back after a while is not left waiting for the next look.
  const back = (): void => {
    if (document.visibilityState === 'visible' && !over) void look();
  };
  document.addEventListener('visibilitychange', back);
  void look();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', back);
  };
}
