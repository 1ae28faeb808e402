import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityPicture } from '#contract/entities/identity-check.ts';
import type { IdentityChecking } from '#web/entities/identity-checks/use-identity-check.ts';
import { PictureWays } from '#web/features/signing/PictureWays.tsx';
import { pictureBlob } from '#web/services/pictures.ts';
import { Button } from '#web/ui/Button.tsx';

const pictureWays = ['capture', 'upload'] as const;

/** Takes or selects one picture of an identity check, and submits it after a preview. */
export function IdentityCamera({ picture, checking }: { picture: IdentityPicture; checking: Pick<IdentityChecking, 'act' | 'submit'> }) {
  const { t } = useTranslation('identity');
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <PictureWays type="photo" name="" offered={pictureWays} facing={picture === 'selfie' ? 'user' : 'environment'} onMade={(made) => setUrl(made?.url ?? null)} />
      <Button look="primary" size="large" isDisabled={!url} isPending={checking.act.busy} onPress={() => url && void checking.submit(picture, pictureBlob(url))}>
        {t('use')}
      </Button>
    </>
  );
}
