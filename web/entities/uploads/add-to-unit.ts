import { isErrorInfo } from '#web/services/app-error.ts';

interface Unit {
  readonly fileIds: readonly string[];
  readonly version: number;
}

interface Adding {
  /** The loaded transaction or template. */
  readonly known: Unit | undefined;
  readonly fileIds: readonly string[];
  readonly save: (fileIds: string[], version: number) => Promise<unknown>;
  readonly fetch: () => Promise<Unit>;
}

const TRIES = 5;

/** Adds documents to the current ones. On a version conflict, it fetches the current list and retries. */
export async function addToUnit({ known, fileIds, save, fetch }: Adding): Promise<void> {
  let unit = known ?? (await fetch());
  for (let tries = 1; ; tries++) {
    const present = unit.fileIds;
    const added = fileIds.filter((each) => !present.includes(each));
    if (added.length === 0) return;
    try {
      await save([...present, ...added], unit.version);
      return;
    } catch (error) {
      if (tries === TRIES || !isErrorInfo(error) || error.code !== 'conflict') throw error;
      unit = await fetch();
    }
  }
}
