import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { errorText } from '#web/entities/error-text.ts';
import { uploadAvatar } from '#web/entities/organizations/organizations.requests.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { PictureProblem } from '#web/services/picture-files.ts';
import type { Crop } from '#web/services/picture-crop.ts';
import { cropAvatar, imageTypes, openAvatar, PictureError } from '#web/services/picture-files.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { SectionActions } from '#web/ui/Section.tsx';
import styles from './Profile.module.scss';

/** Loaded with the first picture that is chosen. */
const AvatarCropDialog = lazy(async () => ({ default: (await import('./AvatarCropDialog.tsx')).AvatarCropDialog }));

/** The person's name with the avatar that others see. */
export const AvatarField = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const close = (): void => {
    picture?.close();
    setPicture(null);
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(null);
    try {
      setPicture(await openAvatar(file));
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      setProblem(error.code);
    }
  };
  const use = async (chosen: ImageBitmap, crop: Crop): Promise<void> => {
    await act.run(async () => {
      const avatar = await uploadAvatar(cropAvatar(chosen, crop));
      await dispatch(updateProfile({ avatar })).unwrap();
    });
    close();
  };
  return (
    <div className={styles.who}>
      <Avatar person={profile} size="max" />
      <div className={styles.whoWords}>
        <p className={styles.name}>{personName(profile)}</p>
        <SectionActions>
          <FileButton
            look="quiet"
            icon={<Icon of={ImageUp} />}
            accepted={imageTypes}
            allowsMultiple={false}
            isPending={act.busy}
            onFiles={([file]) => void choose(file)}
          >
            {t('avatar.choose')}
          </FileButton>
          {profile.avatar ? (
            <Button look="quiet" icon={<Icon of={Trash2} />} onPress={() => void act.run(() => dispatch(updateProfile({ avatar: null })).unwrap())}>
              {t('avatar.remove')}
            </Button>
          ) : null}
        </SectionActions>
        {problem || act.error ? (
          <Banner meaning="negative">{problem ? t(`avatar.${problem}`) : errorText(act.error ?? { code: 'unknown_ui_error' }, t('failed'))}</Banner>
        ) : null}
      </div>
      {picture ? (
        <Suspense>
          <AvatarCropDialog picture={picture} isPending={act.busy} onClose={close} onUse={(crop) => void use(picture, crop)} />
        </Suspense>
      ) : null}
    </div>
  );
};
