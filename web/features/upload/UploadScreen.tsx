import { Camera, FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { selectTemplatesState } from '#web/entities/templates/templates.slice.ts';
import { selectTransactionsState } from '#web/entities/transactions/transactions.slice.ts';
import { accepted, acceptedHere } from '#web/entities/uploads/upload-rules.ts';
import { addAddresses, addCloudFiles, addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { CloudSources } from './CloudSources.tsx';
import { RequestButtons } from './RequestButtons.tsx';
import { hasSharedFiles, targetOf } from './upload-target.ts';
import styles from './UploadScreen.module.scss';

/** Loaded when another app of the device has shared documents. */
const SharedFiles = lazy(() => import('./SharedFiles.tsx'));

/** What cameras make, which becomes a PDF. */
const photos: readonly string[] = ['image/jpeg', 'image/png'];

/** Upload page for a transaction, a template, or the list of files. A phone takes pictures of paper, too. */
const UploadScreen = () => {
  const { t, i18n } = useTranslation('upload');
  const { fileSize, fileCount } = useLimits();
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  const templates = useAppSelector(selectTemplatesState).entities;
  // The address says so only once.
  const [takesShared] = useState(() => hasSharedFiles(search));
  const byCamera = pathname.endsWith('/photo_capturing');
  const isPhone = useDevice() === 'phone';
  const isTemplate = pathname.startsWith('/template/');
  const { id } = useParams();
  const userId = useAppSelector(selectUserId);
  const { entities } = useAppSelector(selectTransactionsState);
  const target = targetOf(pathname, { userId, transactionOf: (wanted) => entities[wanted], templateOf: (wanted) => templates[wanted] }, search);
  const unit = id ? (isTemplate ? templates[id] : entities[id]) : undefined;
  const viewOf = (unitId: string): string => pathsOf({ kind: isTemplate ? 'template' : 'transaction', id: unitId }).view;
  const megabytes = new Intl.NumberFormat(i18n.language).format(fileSize / 2 ** 20);
  useDocumentTitle(t('title'));

  const refused = useCreationRefusal('createFiles');
  const { textOf } = useRefusalNotice();
  const isClosed = target === null || (userId !== null && refused !== null);
  if (unit && !target) return <Closed title={unit.name} backTo={viewOf(unit.id)} />;
  return (
    <div className={styles.screen}>
      <h1>{unit ? t('titleTo', { title: unit.name }) : t('title')}</h1>
      {unit ? <LinkButton className={styles.back} to={viewOf(unit.id)}>{t('back')}</LinkButton> : null}
      {userId && refused !== null ? <Banner meaning="attention">{textOf(refused, 'createFiles')}</Banner> : null}
      <div className={styles.drop}>
        <Icon of={FileUp} size={40} />
        <p>{t('dropHere')}</p>
        <FileButton
          look={byCamera ? 'quiet' : 'primary'}
          size="large"
          accepted={userId ? accepted : acceptedHere}
          isDisabled={isClosed}
          onFiles={(files) => target && dispatch(addFiles(files, target))}
        >
          {t('choose')}
        </FileButton>
        {userId && (byCamera || isPhone) ? (
          <FileButton
            camera
            look={byCamera ? 'primary' : 'quiet'}
            size="large"
            icon={<Icon of={Camera} />}
            accepted={photos}
            allowsMultiple={false}
            isDisabled={isClosed}
            onFiles={(files) => target && dispatch(addFiles(files, target))}
          >
            {t('photo')}
          </FileButton>
        ) : null}
        {target?.kind === 'files' || target?.kind === 'newTransaction' ? <RequestButtons isGuided={target.kind === 'newTransaction'} /> : null}
        <p className={styles.rules}>{t(userId ? 'rulesConverted' : 'rules', { megabytes, count: fileCount })}</p>
        {userId ? null : <p className={styles.rules}>{t('local')}</p>}
      </div>
      {userId ? <CloudSources isDisabled={isClosed} onAdd={(source, entries) => target && dispatch(addCloudFiles(source, entries, target))} /> : null}
      {takesShared ? <Suspense><SharedFiles /></Suspense> : null}
      {userId && target && !isClosed ? <FromAddress onAdd={(url) => dispatch(addAddresses([url], target))} /> : null}
    </div>
  );
};

/** A running transaction accepts no files. */
const Closed = ({ title, backTo }: { title: string; backTo: string }) => {
  const { t } = useTranslation('upload');
  return (
    <div className={styles.screen}>
      <h1>{t('titleTo', { title })}</h1>
      <Banner meaning="attention" actions={<LinkButton to={backTo}>{t('back')}</LinkButton>}>
        {t('closed')}
      </Banner>
    </div>
  );
};

/** Imports a document from a URL. */
const FromAddress = ({ onAdd }: { onAdd: (url: string) => void }) => {
  const { t } = useTranslation('upload');
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (url.trim() === '') return;
    onAdd(url);
    setUrl('');
  };
  return (
    <form className={styles.address} noValidate onSubmit={submit}>
      <TextField label={t('address.label')} type="url" inputMode="url" autoComplete="off" placeholder="https://" value={url} onChange={setUrl} />
      <Button type="submit">{t('address.add')}</Button>
    </form>
  );
};

export default UploadScreen;
