import { AppError } from './app-error.ts';

/** A picture of the server with its bytes in the address, so that it can go into a document. */
export async function dataUrlOf(address: string): Promise<string> {
  if (address.startsWith('data:')) return address;
  const response = await fetch(address);
  if (!response.ok) throw new AppError('unable_to_get', { status: response.status });
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${response.headers.get('content-type') ?? 'image/png'};base64,${btoa(binary)}`;
}

/** The bytes behind a data address. */
export function pictureBlob(url: string): Blob {
  const [head = '', encoded = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
