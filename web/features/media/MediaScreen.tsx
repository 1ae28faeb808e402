import { MoreHorizontal, Plus, Star, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media, MediaType } from '#contract/entities/media.ts';
import { routes } from '#contract/routes.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteMedia, fetchMedia, makeMediaDefault } from '#web/entities/media/media.requests.ts';
import { useMediaAddress } from '#web/entities/media/media-picture.ts';
import { ownMedia } from '#web/entities/media/media.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import styles from './media.module.scss';

/** Routes for creating a picture of each type. */
const makers = { signature: routes.signaturesEditor, initials: routes.initialsEditor, photo: routes.photosCapturing } as const satisfies Record<MediaType, string>;

/** /signatures, /initials, /photos: pictures for signing, with a default one. */
export const MediaScreen = ({ type }: { type: MediaType }) => {
  const { t } = useTranslation('media');
  const dispatch = useAppDispatch();
  const state = useAppSelector((root) => root.media);
  const { error } = useAppSelector((root) => selectRequest(root, fetchMedia.typePrefix));
  useEffect(() => {
    void dispatch(fetchMedia());
  }, [dispatch]);
  const list = ownMedia(state, type);
  const { mediaPerKind } = useLimits();
  const isFull = list.length >= mediaPerKind;
  const add = isFull ? null : (
    <LinkButton look="primary" icon={<Icon of={Plus} />} to={makers[type]}>
      {t(`${type}.add`)}
    </LinkButton>
  );
  return (
    <Page title={t(`${type}.title`)} text={t(`${type}.text`)} actions={list.length > 0 ? add : null}>
      {isFull ? <Banner meaning="secondary">{t('full', { count: mediaPerKind })}</Banner> : null}
      {error ? <Banner meaning="negative" actions={<Button onPress={() => void dispatch(fetchMedia())}>{t('tryAgain')}</Button>}>{errorText(error, t('failed'))}</Banner> : null}
      {!state.initiallyFetched && !error ? <Skeleton height="160px" /> : null}
      {state.initiallyFetched && list.length === 0 ? (
        <EmptyState title={t(`${type}.empty`)} actions={add}>
          {t(`${type}.emptyHow`)}
        </EmptyState>
      ) : null}
      {list.length > 0 ? (
        <ul className={styles.pictures} aria-label={t(`${type}.title`)}>
          {list.map((media, index) => (
            <Picture key={media.id} media={media} number={index + 1} />
          ))}
        </ul>
      ) : null}
    </Page>
  );
};

const Picture = ({ media, number }: { media: Media; number: number }) => {
  const { t } = useTranslation('media');
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const act = useAsyncAction();
  const { address, renew } = useMediaAddress(media);
  const makeDefault = async (): Promise<void> => {
    const result = await dispatch(makeMediaDefault({ id: media.id }));
    if (makeMediaDefault.rejected.match(result) && result.payload) notifyError(errorText(result.payload, t('failed')));
  };
  const label = t('actsOf', { number });
  return (
    <li className={styles.picture}>
      <img src={address} onError={renew} alt={t(`${media.type}.number`, { number })} className={styles.image} />
      <div className={styles.foot}>
        {media.default ? <StatusText meaning="success">{t('default')}</StatusText> : <span>{t(`way.${media.fillType}`)}</span>}
        <Menu
          label={label}
          actions={[
            { key: 'default', text: t('makeDefault'), icon: <Icon of={Star} />, isDisabled: media.default, run: () => void makeDefault() },
            { key: 'delete', text: t('delete'), icon: <Icon of={Trash2} />, negative: true, run: () => setAsking(true) },
          ]}
        >
          <IconButton label={label} plainName icon={<Icon of={MoreHorizontal} />} />
        </Menu>
      </div>
      {asking ? (
        <ConfirmDialog
          isOpen
          negative
          onClose={() => setAsking(false)}
          onConfirm={() => void act.run(() => dispatch(deleteMedia({ id: media.id })).unwrap())}
          isPending={act.busy}
          title={t('deleteTitle')}
          confirmText={t('delete')}
          cancelText={t('keep')}
          error={act.error ? errorText(act.error, t('failed')) : undefined}
        >
          {t('deleteText')}
        </ConfirmDialog>
      ) : null}
    </li>
  );
};
