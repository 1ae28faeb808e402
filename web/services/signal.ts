/** A set of listeners, with which services notify the app without importing it. */
interface Signal<T> {
  emit(value: T): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (value: T) => void): () => void;
}

export const createSignal = <T>(): Signal<T> => {
  const listeners = new Set<(value: T) => void>();
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
