import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Ban, Info, UserRoundPen } from 'lucide-react';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { transactionReceived } from '#web/entities/transactions/transactions.slice.ts';
import { ReassignDialog } from '#web/features/reassign/ReassignDialog.tsx';
import { DeclineDialog } from '#web/features/signing/DeclineDialog.tsx';
import { FinishDialog } from '#web/features/signing/FinishDialog.tsx';
import { GuideBar } from '#web/features/signing/GuideBar.tsx';
import { IntroDialog } from '#web/features/signing/IntroDialog.tsx';
import { injectSigning } from '#web/features/signing/keep-work.ts';
import { selectPlaces } from '#web/features/signing/signing.selectors.ts';
import { signAll } from '#web/features/signing/sign-run.ts';
import type { SignProgress } from '#web/features/signing/sign-run.ts';
import { SigningLayer } from '#web/features/signing/SigningLayer.tsx';
import type { ViewerHandle } from '#web/features/viewer/DocumentViewer.tsx';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { forgetWork } from '#web/services/signing/signing-work.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { FileTabs } from './FileTabs.tsx';
import { OpenedDocument } from './OpenedDocument.tsx';
import { PictureMaker } from './PictureMaker.tsx';
import { SignedScreen } from './SignedScreen.tsx';
import { useFiles, useSelectedDocument } from './use-files.ts';
import { useGuide } from './use-guide.ts';
import { useOpened, useServerBody } from './use-opened.ts';
import { useSigningWork } from './use-signing-work.ts';
import styles from './documents.module.scss';

interface SigningScreenProps {
  transaction: Transaction;
  profile: Profile;
}

type Open = 'intro' | 'decline' | 'finish' | 'reassign' | null;
type Outcome = 'signed' | 'declined' | 'reassigned';

injectSigning();

/** The recipient's page: what and from whom, place after place, signature, consent, done. */
export function SigningScreen({ transaction, profile }: SigningScreenProps) {
  const { t } = useTranslation('signing');
  const { t: passing } = useTranslation('reassign');
  const [heir, setHeir] = useState('');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  // The transaction as it was when the signing began: the page stays until the person has read what happens now.
  const [begun] = useState(transaction);
  const recipient = activeRecipient(begun.recipients);
  const { files, complete, error, reload } = useFiles(begun.fileIds);
  const [selected, choose] = useSelectedDocument(begun.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpened(useServerBody(meta?.id ?? '', meta?.version));
  const work = useSigningWork(begun.id, profile.id, complete ? files : null, recipient);
  const viewer = useRef<ViewerHandle>(null);
  const guide = useGuide(viewer, meta?.id ?? '', choose);
  const places = useAppSelector(selectPlaces).length;
  const [open, setOpen] = useState<Open>('intro');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [result, setResult] = useState<Transaction | null>(null);
  const titles = useMemo(() => files.map((file) => file.title), [files]);
  const sender = personName(begun.owner);
  useLeavingNotice(outcome === null && work.touched);

  const sign = async (onProgress: (progress: SignProgress) => void): Promise<void> => {
    const person = { id: profile.id, email: profile.email, phone: profile.phone, name: personName(profile) };
    const signed = await signAll({ transaction: begun, person, files: work.current(), onProgress, onTransaction: setResult });
    setResult(signed);
    setOutcome('signed');
    await forgetWork(begun.id, profile.id);
  };
  const reportConsent = (): void => {
    for (const id of begun.fileIds) {
      call('files.reportEvent', { params: { id }, body: { event: 'file_constented_use_esignatures' } }).catch((failure: unknown) =>
        console.warn('The consent was not recorded yet', toAppError(failure).code),
      );
    }
  };
  if (error && !complete) {
    return (
      <EmptyState level={1} title={t('finish.failed')} actions={<Button onPress={reload}>{t('tryAgain')}</Button>}>
        {errorText(error)}
      </EmptyState>
    );
  }
  if (outcome) {
    const leave = (): void => {
      if (result) dispatch(transactionReceived(result));
      void navigate(fillPath(routes.transactionCompleted, { id: begun.id }));
    };
    return <SignedScreen outcome={outcome} transaction={result ?? begun} sender={sender} heir={heir} onShow={leave} />;
  }
  if (!meta || !work.ready) return <LoadingOverlay />;

  return (
    <div className={styles.screen}>
      <DocumentHeader title={begun.name}>
        <Menu
          label={t('more')}
          actions={[
            { key: 'about', text: t('about'), icon: <Icon of={Info} />, run: () => setOpen('intro') },
            ...(begun.options.allowSignerReassignment
              ? [{ key: 'reassign', text: passing('openOwn'), icon: <Icon of={UserRoundPen} />, run: () => setOpen('reassign') }]
              : []),
            { key: 'decline', text: t('decline.open'), icon: <Icon of={Ban} />, negative: true, run: () => setOpen('decline') },
          ]}
        >
          <IconButton label={t('more')} plainName icon={<span aria-hidden>•••</span>} />
        </Menu>
      </DocumentHeader>
      <FileTabs files={files} current={meta.id} onChoose={choose} />
      <div className={styles.middle}>
        <OpenedDocument
          opened={opened}
          title={meta.title}
          viewerRef={viewer}
          layer={(page, size, paper) => (
            <SigningLayer fileId={meta.id} page={page} size={size} paper={paper} onPicture={guide.askPicture} />
          )}
        />
      </div>
      <GuideBar started={open === null} onGo={guide.go} onFinish={() => setOpen('finish')} />
      {open === 'intro' ? (
        <IntroDialog
          transaction={begun}
          titles={titles}
          places={places}
          onStart={() => {
            setOpen(null);
            guide.first();
          }}
          onLook={() => setOpen(null)}
          onDecline={() => setOpen('decline')}
        />
      ) : null}
      {open === 'decline' ? (
        <DeclineDialog
          transactionId={begun.id}
          sender={sender}
          onClose={() => setOpen(null)}
          onDeclined={() => {
            setOutcome('declined');
            void forgetWork(begun.id, profile.id);
          }}
        />
      ) : null}
      {open === 'reassign' && recipient ? (
        <ReassignDialog
          transaction={begun}
          recipient={recipient}
          user={profile}
          onClose={() => setOpen(null)}
          onReassigned={(name) => {
            setHeir(name);
            setOutcome('reassigned');
            void forgetWork(begun.id, profile.id);
          }}
        />
      ) : null}
      {open === 'finish' ? (
        <FinishDialog consent={t('finish.consent')} run={sign} onConsent={reportConsent} onClose={() => setOpen(null)} />
      ) : null}
      {guide.picture ? <PictureMaker place={guide.picture} name={personName(profile)} remember onClose={guide.pictureDone} /> : null}
    </div>
  );
}

/** The browser asks before a page with unsigned work is closed. */
function useLeavingNotice(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}
