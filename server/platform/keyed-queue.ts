type KeyedQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** Runs tasks with the same key one after the other, in this process. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const run = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, run);
    const forget = (): void => {
      if (last.get(key) === run) last.delete(key);
    };
    run.then(forget, forget);
    return run;
  };
}
