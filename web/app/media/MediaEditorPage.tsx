import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { MediaType } from '#contract/entities/media.ts';
import { routes } from '#contract/routes.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { addMedia, storeMedia } from '#web/entities/media/media.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import type { MadePicture, Way } from '#web/features/signing/picture-ways.ts';
import { PictureWays } from '#web/features/signing/PictureWays.tsx';
import { toAppError } from '#web/services/app-error.ts';
import { pictureBlob } from '#web/services/pictures.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SectionActions } from '#web/ui/Section.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { personName } from '#web/ui/initials.ts';
import { PageGuard } from '../PageGuard.tsx';
import { StatusScreen } from '../screens/StatusScreen.tsx';
import styles from './media-editor.module.scss';

const lists = { signature: routes.signatures, initials: routes.initials, photo: routes.photos } as const satisfies Record<MediaType, string>;
/** A phone that was opened for one picture offers no other phone. */
const onPhone = { signature: ['draw', 'typeIn', 'upload', 'capture'], initials: ['draw', 'typeIn', 'upload', 'capture'], photo: ['capture', 'upload'] } as const satisfies Record<
  MediaType,
  readonly Way[]
>;

/**
 * /signatures/editor, /initials/editor and /photos/photo_capturing: makes one. With a ticket, on a telephone that is not
 * signed in, for the person who waits at another device.
 */
export const MediaEditorPage = ({ type }: { type: MediaType }) => {
  const [query] = useSearchParams();
  const ticket = query.get('ticket');
  if (ticket) return <WithTicket type={type} ticket={ticket} />;
  return (
    <PageGuard>
      <ForMyself type={type} />
    </PageGuard>
  );
};

interface EditorProps {
  type: MediaType;
  name: string;
  offered: readonly Way[];
  keep: (made: MadePicture) => Promise<void>;
  back?: string;
}

const Editor = ({ type, name, offered, keep, back }: EditorProps) => {
  const { t } = useTranslation('media');
  const act = useAsyncAction();
  const [made, setMade] = useState<MadePicture | null>(null);
  return (
    <div className={styles.screen}>
      <Page title={t(`editor.${type}`)}>
        <PictureWays type={type} offered={offered} name={name} onMade={setMade} />
        {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
        <SectionActions>
          {back ? <LinkButton size="large" to={back}>{t('editor.back')}</LinkButton> : null}
          <Button look="primary" size="large" isDisabled={!made} isPending={act.busy} onPress={() => made && void act.run(() => keep(made))}>
            {t('editor.save')}
          </Button>
        </SectionActions>
      </Page>
    </div>
  );
};

const ForMyself = ({ type }: { type: MediaType }) => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const profile = useAppSelector(selectProfile);
  const allowPhone = useDeployment()?.allowPhoneCapture ?? false;
  const keep = async ({ url, fillType }: MadePicture): Promise<void> => {
    // Pictures from a phone are saved already.
    if (fillType !== 'smartphone') await dispatch(storeMedia({ type, fillType, image: pictureBlob(url) }));
    await navigate(lists[type]);
  };
  // On a phone no other phone is offered.
  const isPhone = useDevice() === 'phone';
  const offered: readonly Way[] = allowPhone && !isPhone ? [...onPhone[type], 'smartphone'] : onPhone[type];
  return <Editor type={type} name={profile ? personName(profile) : ''} offered={offered} keep={keep} back={lists[type]} />;
};

const WithTicket = ({ type, ticket }: { type: MediaType; ticket: string }) => {
  useFrame('bare');
  const { t } = useTranslation('media');
  const [state, setState] = useState<'open' | 'done' | 'gone'>('open');
  if (state === 'done') {
    return (
      <StatusScreen icon={CircleCheck} title={t('editor.savedPhone')}>
        {t('editor.savedPhoneText')}
      </StatusScreen>
    );
  }
  if (state === 'gone') {
    return (
      <StatusScreen icon={CircleX} title={t('editor.ticketGone')}>
        {t('editor.ticketGoneText')}
      </StatusScreen>
    );
  }
  const keep = async ({ url }: MadePicture): Promise<void> => {
    try {
      await addMedia({ type, fillType: 'smartphone', image: pictureBlob(url), ticket });
      setState('done');
    } catch (failure) {
      const { code } = toAppError(failure);
      if (code !== 'invalid_token' && code !== 'unauthorized') throw failure;
      setState('gone');
    }
  };
  return <Editor type={type} name="" offered={onPhone[type]} keep={keep} />;
};

export const SignatureEditorPage = () => <MediaEditorPage type="signature" />;
export const InitialsEditorPage = () => <MediaEditorPage type="initials" />;
export const PhotoCapturingPage = () => <MediaEditorPage type="photo" />;
