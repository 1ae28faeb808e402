import { AppError } from './app-error.ts';

/** Downloads a picture as a data URL, for use in a document. */
export async function dataUrlOf(address: string): Promise<string> {
  if (address.startsWith('data:')) return address;
  const response = await fetch(address);
  if (!response.ok) throw new AppError('unable_to_get', { status: response.status });
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${response.headers.get('content-type') ?? 'image/png'};base64,${btoa(binary)}`;
}

/** The bytes of a data URL. */
export function pictureBlob(url: string): Blob {
  const [head = '', encoded = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
