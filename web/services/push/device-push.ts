/** Web push messages on this device: the browser's subscription, made with the key of the installation. */

type PushState = 'on' | 'off' | 'denied' | 'unsupported' | 'noWorker';

/** Milliseconds. A worker that is not active by then is not there, as in a private window. */
const WORKER_WAIT = 3000;

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0);

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Null if it takes too long. */
const inTime = <Result>(work: Promise<Result>): Promise<Result | null> => {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), WORKER_WAIT);
  });
  return Promise.race([work, late]);
};

/** Null if no service worker is active. */
const activeWorker = (): Promise<ServiceWorkerRegistration | null> => inTime(navigator.serviceWorker.ready);

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  const worker = await activeWorker();
  if (!worker) return 'noWorker';
  if (Notification.permission === 'denied') return 'denied';
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Asks for the permission of the browser. Null if the person refuses it. A subscription for another key gives way. */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await activeWorker();
  if (!worker) return null;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/** At sign-out: the browser gets no messages any more, and those that it shows go. The push service tells the server with the next message. */
export async function silenceDevice(): Promise<void> {
  if (!isSupported()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) return;
  for (const shown of await worker.getNotifications()) shown.close();
  // Without a network the push service may not answer. The sign-out goes on, and the server forgets the device with the session.
  const subscription = await worker.pushManager.getSubscription();
  if (subscription) await inTime(subscription.unsubscribe());
  await (navigator as { clearAppBadge?(): Promise<void> }).clearAppBadge?.();
}

/** Returns the endpoint that the server has to forget; null if there was none. */
export async function unsubscribeDevice(): Promise<string | null> {
  const subscription = await (await activeWorker())?.pushManager.getSubscription();
  if (!subscription) return null;
  await subscription.unsubscribe();
  return subscription.endpoint;
}
