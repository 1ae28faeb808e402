/** Web push (RFC 8030): messages encrypted for one device (RFC 8291), signed with the key pair of the installation (VAPID, RFC 8292). */
import webPush from 'web-push';
import { z } from 'zod';
import type { PushMessage } from '#contract/entities/push-message.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import { checkedAddress, requestPublic } from '#server/adapters/fetching/public-request.ts';
import type { Config } from '#server/platform/config.ts';

interface PushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushSender {
  /** Base64url. Browsers subscribe with it. */
  publicKey: string;
  /** `gone`: the device no longer wants any. Throws where a later attempt may succeed. */
  send(device: PushDevice, message: PushMessage): Promise<'sent' | 'gone'>;
}

/** The name of the key pair in the vault. */
const keyName = 'web_push';
const keyPair = z.object({ publicKey: z.string(), privateKey: z.string() });
/** Milliseconds. */
const timeLimit = 10_000;
/** Seconds that the push service keeps a message for a device that is off. */
const secondsStored = 24 * 60 * 60;

/** Null where it is switched off. The key pair is made at the first start, and stays. */
export async function openPush(vault: KeyVault, config: Pick<Config, 'appUrl' | 'mailFrom' | 'webPush'>): Promise<PushSender | null> {
  if (!config.webPush) return null;
  const stored = await vault.findOrCreate(keyName, async () => Buffer.from(JSON.stringify(webPush.generateVAPIDKeys())));
  const keys = keyPair.parse(JSON.parse(stored.toString()));
  return { publicKey: keys.publicKey, send: (device, message) => send(device, message, { ...keys, subject: contactOf(config) }) };
}

/** Whom the push service can reach about this installation: `https:` or `mailto:` (RFC 8292). */
const contactOf = ({ appUrl, mailFrom }: Pick<Config, 'appUrl' | 'mailFrom'>): string => (appUrl.startsWith('https:') ? appUrl : `mailto:${/[^\s<>@]+@[^\s<>@]+/.exec(mailFrom)?.[0] ?? ''}`);

interface Signing extends z.infer<typeof keyPair> {
  subject: string;
}

async function send({ endpoint, p256dh, auth }: PushDevice, message: PushMessage, vapidDetails: Signing): Promise<'sent' | 'gone'> {
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), { vapidDetails, TTL: secondsStored, contentEncoding: 'aes128gcm', urgency: 'normal', topic: message.id });
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const response = await requestPublic(checkedAddress(endpoint), { signal: AbortSignal.timeout(timeLimit), method: 'POST', headers, body: request.body ?? undefined });
  response.destroy();
  const { statusCode = 0 } = response;
  if (statusCode === 404 || statusCode === 410) return 'gone';
  if (statusCode < 200 || statusCode >= 300) throw new Error(`the push service answered ${statusCode}`);
  return 'sent';
}
