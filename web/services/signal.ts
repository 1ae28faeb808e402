/** A list of listeners: how services tell the app something without knowing it. */
export interface Signal<T> {
  emit(value: T): void;
  /** Returns what ends the subscription. */
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
