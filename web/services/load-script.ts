import { AppError } from './app-error.ts';

const loading = new Map<string, Promise<void>>();

/** Loads a script of a service outside once. Fails with `load_script_error`; the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(url);
      reject(new AppError('load_script_error'));
    };
    document.head.append(script);
  });
  loading.set(url, loaded);
  return loaded;
}
