import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectUpload } from '#web/entities/uploads/uploads.slice.ts';
import { moveToAccount } from '#web/entities/visitor/move-to-account.ts';
import { useVisitorEntries } from '#web/entities/visitor/use-visitor-entries.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { accountIdOf, isLocalId } from '#web/services/visitor/local-ids.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { StatusScreen } from '../../screens/StatusScreen.tsx';

injectEditor();

/** The address that documents of this browser have in the account. */
const inAccount = (address: string): string => address.replaceAll(/local-[0-9a-f-]+/g, accountIdOf);

/**
 * The address of a document or draft of this browser, after a sign-in: it moves to the account, and the address with it.
 * `children`: what stays in this browser, of people who may not keep anything in an account or who opened it here only.
 */
export default function MovingPage({ children }: { children: ReactNode }) {
  const { id = '', ids = id } = useParams();
  const { t } = useTranslation('signing');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const userId = useAppSelector(selectUserId);
  const isGuest = useAppSelector(selectProfile)?.type === 'guest';
  const entries = useVisitorEntries();
  const wanted = ids.split(',').filter(isLocalId);
  const found = entries?.filter((entry) => wanted.includes(entry.id) && (entry.owner === null || entry.owner.userId === userId)) ?? [];
  // A document of a draft moves with it.
  const moving = found[0]?.kind === 'file' ? (found[0].unitId ?? found[0].id) : found[0]?.id;
  const progress = useAppSelector((state) => (moving ? selectUpload(state, moving)?.progress : undefined));
  const stays = isGuest || found.some(({ state }) => state === 'local');
  const isDone = entries !== null && found.length === 0;
  useEffect(() => {
    if (!isDone) return;
    // The editor of the visitor saves nothing to the account.
    dispatch(editorActions.editorClosed());
    void navigate(inAccount(`${pathname}${search}`), { replace: true });
  }, [dispatch, navigate, isDone, pathname, search]);
  if (entries === null || isDone) return <LoadingOverlay />;
  if (stays) return children;
  const failed = entries.find((entry) => entry.id === moving && entry.state === 'uploading_error');
  if (!failed) {
    return (
      <StatusScreen title={t('moving.title')}>
        <p>{t('moving.text')}</p>
        <ProgressBar label={t('moving.title')} value={progress} hideLabel />
      </StatusScreen>
    );
  }
  return (
    <StatusScreen
      title={t('moving.failed')}
      actions={
        <>
          <Button look="primary" onPress={() => void dispatch(moveToAccount(failed.id))}>{lists('tryAgain')}</Button>
          <LinkButton to={routes.files}>{lists('files')}</LinkButton>
        </>
      }
    >
      <p data-error-code="uploading_error">{failed.reason ? errorText(failed.reason, lists('failed')) : lists('failed')}</p>
    </StatusScreen>
  );
}
