/** Pictures of media. Their addresses work for an hour, so a page that stays open needs a new one (document 2 §7.6). */
import { useState } from 'react';
import type { Media } from '#contract/entities/media.ts';
import { call } from '#web/services/api/call.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { dataUrlOf } from '#web/services/pictures.ts';

const newAddress = async (id: string): Promise<string> => (await call('media.downloadUrl', { params: { id } })).url;

/** Downloads a picture as a data URL, by a new address if the known one is refused. */
export async function mediaDataUrl({ id, imageUrl }: Pick<Media, 'id' | 'imageUrl'>): Promise<string> {
  try {
    return await dataUrlOf(imageUrl);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error;
    return dataUrlOf(await newAddress(id));
  }
}

interface MediaAddress {
  readonly address: string;
  /** Asks for a new address, once for each that the list has. */
  renew(): void;
}

/** The address at which a picture is shown. `renew` is for when it can't be loaded. */
export function useMediaAddress({ id, imageUrl }: Pick<Media, 'id' | 'imageUrl'>): MediaAddress {
  const [renewed, setRenewed] = useState<{ of: string; address: string } | null>(null);
  const isRenewed = renewed?.of === imageUrl;
  const renew = (): void => {
    if (isRenewed) return;
    newAddress(id).then(
      (address) => setRenewed({ of: imageUrl, address }),
      (error: unknown) => console.info('The picture has no new address', toAppError(error).code),
    );
  };
  return { address: isRenewed ? renewed.address : imageUrl, renew };
}
