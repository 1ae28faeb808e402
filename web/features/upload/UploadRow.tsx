import { RotateCw, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { fillPath, routes } from '#contract/routes.ts';
import { actionErrorText } from '#web/entities/action-error-text.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { addCleanCopy, canClean, cancelUpload, canRetry, canUnlock, retryUpload, unlockUpload } from '#web/entities/uploads/uploads.requests.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { isOver, uploadDismissed } from '#web/entities/uploads/uploads.slice.ts';
import { Button } from '#web/ui/Button.tsx';
import { fileSize } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './UploadRow.module.scss';

const State = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation('upload');
  const { status, error, warning, knownId, localId } = upload;
  if (status === 'failed' && error && localId) {
    return (
      <StatusText meaning="negative" className={styles.error}>
        <span data-error-code="uploading_error">{t('moving.failed', { why: errorText(error, t('failed')) })}</span>
      </StatusText>
    );
  }
  if (status === 'failed' && knownId) {
    return (
      <StatusText meaning="attention" className={styles.error}>
        <span data-error-code="already_exist">
          {t('status.known')} <Link href={fillPath(routes.fileView, { ids: knownId })}>{t('status.open')}</Link>
        </span>
      </StatusText>
    );
  }
  if (status === 'failed' && error) {
    return (
      <StatusText meaning="negative" className={styles.error}>
        <span data-error-code={error.code}>{actionErrorText('createDocument', error, t('failed'))}</span>
      </StatusText>
    );
  }
  if (status === 'done' && warning) {
    return (
      <StatusText meaning="attention" className={styles.error}>
        <span data-error-code={warning}>{t('status.doneBut', { why: errorText({ code: warning }) })}</span>
      </StatusText>
    );
  }
  if (status === 'done') return <StatusText meaning="success">{t('status.done')}</StatusText>;
  if (status === 'canceled') return <StatusText meaning="secondary">{t('status.canceled')}</StatusText>;
  if (status === 'converting') return <ProgressBar label={upload.ahead ? t('convertingLater', { place: upload.ahead + 1 }) : t('converting')} />;
  return (
    <ProgressBar
      hideLabel
      label={t('progressOf', { title: upload.title })}
      value={status === 'uploading' ? upload.progress : status === 'waiting' ? 0 : undefined}
    />
  );
};

/** Asks for the password of a protected file. */
const PasswordForm = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password) void dispatch(unlockUpload(upload.id, password));
  };
  return (
    <form className={styles.password} onSubmit={submit}>
      <TextField
        label={t('password.label', { title: upload.title })}
        help={t('password.help')}
        type="password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit">{t('password.confirm')}</Button>
    </form>
  );
};

/** Offers a copy that can be signed, where the original can't. */
const CleanCopy = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const [isMaking, setMaking] = useState(false);
  const name = `${t('clean.name', { title: upload.title.replace(/\.pdf$/i, '') })}.pdf`;
  const make = async (): Promise<void> => {
    setMaking(true);
    await dispatch(addCleanCopy(upload.id, name));
    setMaking(false);
  };
  return (
    <div className={styles.clean}>
      <span className={styles.size}>{t('clean.help')}</span>
      <Button isDisabled={isMaking} onPress={() => void make()}>{t('clean.add')}</Button>
    </div>
  );
};

/** Rare: loaded with the first document that could not be moved. */
const MoveActions = lazy(() => import('./MoveActions.tsx'));

/** One upload: progress, error, and actions. */
export const UploadRow = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation('upload');
  const { locale } = useLocale();
  const dispatch = useAppDispatch();
  const { id, title, status } = upload;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>
          <Title>{title}</Title>
          {upload.size > 0 ? <span className={styles.size}>{fileSize(upload.size, locale)}</span> : null}
        </span>
        <State upload={upload} />
        {canUnlock(upload) ? <PasswordForm upload={upload} /> : null}
        {canClean(upload) ? <CleanCopy upload={upload} /> : null}
      </div>
      {status === 'failed' && upload.localId ? <Suspense><MoveActions upload={upload} /></Suspense> : null}
      {canRetry(upload) ? (
        <IconButton label={t('retry', { title })} icon={<Icon of={RotateCw} />} onPress={() => dispatch(retryUpload(id))} />
      ) : null}
      {isOver(status) ? (
        <IconButton label={t('dismiss', { title })} icon={<Icon of={X} />} onPress={() => dispatch(uploadDismissed(id))} />
      ) : upload.localId ? null : (
        <IconButton label={t('cancel', { title })} icon={<Icon of={X} />} onPress={() => dispatch(cancelUpload(id))} />
      )}
    </li>
  );
};
