import type { AssetOptions } from '../assets.ts';

/** What a page tells its worker first. A function can't be sent. */
export type WorkerAssets = { module?: AssetOptions['module']; fonts?: string | false | undefined };

const key = 'countersignAssets';

/** Tells a worker where the files of the package are. */
export function sendAssets(worker: { postMessage(message: unknown): void }, { module, fonts }: AssetOptions): void {
  const address = (where: string | URL): string => new URL(where, globalThis.location?.href).href;
  worker.postMessage({
    [key]: {
      module: typeof module === 'string' || module instanceof URL ? address(module) : module,
      fonts: typeof fonts === 'string' || fonts instanceof URL ? address(fonts) : fonts,
    },
  });
}

/** In the worker: what the page told. */
export function assetsOf(scope: EventTarget): Promise<WorkerAssets> {
  return new Promise((resolve) => {
    const listen = (event: Event): void => {
      const data: unknown = 'data' in event ? event.data : undefined;
      if (typeof data !== 'object' || data === null || !(key in data)) return;
      scope.removeEventListener('message', listen);
      resolve(data[key] as WorkerAssets);
    };
    scope.addEventListener('message', listen);
  });
}
