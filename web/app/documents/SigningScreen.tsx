import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Size } from '#web/entities/field/geometry.ts';
import { GuideBar } from '#web/features/signing/GuideBar.tsx';
import { injectSigning } from '#web/features/signing/keep-work.ts';
import { SigningLayer } from '#web/features/signing/SigningLayer.tsx';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { personName } from '#web/ui/initials.ts';
import { workSubject } from '#web/features/signing/sign-run.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { FilesFailed } from './FilesFailed.tsx';
import { FileTabs } from './FileTabs.tsx';
import { HandOverScreen } from './HandOverScreen.tsx';
import { OpenedDocument } from './OpenedDocument.tsx';
import { PictureMaker } from './PictureMaker.tsx';
import { SignedScreen } from './SignedScreen.tsx';
import type { Asked } from './SigningDialogs.tsx';
import { SigningDialogs } from './SigningDialogs.tsx';
import { SigningMenu } from './SigningMenu.tsx';
import { useFiles, useSelectedDocument } from './use-files.ts';
import { useGuide } from './use-guide.ts';
import { useLeavingNotice } from './use-leaving-notice.ts';
import type { Shown } from './use-opened.ts';
import { useOpened, useServerPages } from './use-opened.ts';
import type { SigningOutcome } from './use-signing-outcome.ts';
import { useSigningOutcome } from './use-signing-outcome.ts';
import type { Work } from './use-signing-work.ts';
import { useSigningWork } from './use-signing-work.ts';
import styles from './documents.module.scss';

interface SigningScreenProps {
  transaction: Transaction;
  profile: Profile;
  /** Whoever signs in person has the device in hand. */
  isHanded: boolean;
  /** Somebody else signs next at this device. */
  onNext: (transaction: Transaction) => void;
}

injectSigning();

/** Comes where a sender asks for it. */
const IdentityScreen = lazy(async () => ({ default: (await import('../identity/IdentityScreen.tsx')).IdentityScreen }));

/** The recipient's page: what and from whom, place after place, signature, consent, done. */
export function SigningScreen({ transaction, profile, isHanded, onNext }: SigningScreenProps) {
  const { t } = useTranslation('signing');
  // The transaction as it was when the signing began: the page stays until the person has read what happens now.
  const [begun] = useState(transaction);
  const [signer] = useState(() => signsHere(transaction, profile));
  const [isHere, setHere] = useState(isHanded || !signer?.inPerson);
  const [isProven, setProven] = useState(() => !signer || isIdentityProven(signer));
  const { files, complete, error, reload } = useFiles(begun.fileIds);
  const [selected, choose] = useSelectedDocument(begun.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpened(useServerPages(meta));
  const subject = workSubject(begun, signer);
  const work = useSigningWork(subject, profile.id, complete ? files : null, signer);
  const ending = useSigningOutcome(begun, profile, subject);
  const { outcome, result, heir, leave } = ending;
  useLeavingNotice(outcome === null && work.touched);
  if (error && !complete) return <FilesFailed title={t('finish.failed')} error={error} onRetry={reload} />;
  const next = outcome === 'signed' && result ? signsHere(result, profile) : null;
  if (result && next?.inPerson) return <HandOverScreen recipient={next} onReady={() => onNext(result)} />;
  if (signer && !isHere) return <HandOverScreen recipient={signer} onReady={() => setHere(true)} />;
  if (outcome) return <SignedScreen outcome={outcome} transaction={result ?? begun} sender={personName(begun.owner)} heir={heir} host={signer?.inPerson ? personName(profile) : null} onShow={leave} />;
  if (signer && !isProven) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <IdentityScreen transaction={begun} signer={signer} onProven={() => setProven(true)} />
      </Suspense>
    );
  }
  if (!meta || !work.ready || !signer) return <LoadingOverlay />;
  return <SigningDesk transaction={begun} signer={signer} profile={profile} files={files} meta={meta} opened={opened} work={work} outcome={ending} onDocument={choose} />;
}

interface SigningDeskProps extends Omit<SigningScreenProps, 'isHanded' | 'onNext'> {
  signer: Recipient;
  files: readonly FileMeta[];
  meta: FileMeta;
  opened: Shown;
  work: Work;
  outcome: SigningOutcome;
  onDocument: (id: string) => void;
}

/** The document with its places, the bar that leads through them, and what is asked on the way. */
function SigningDesk({ transaction, signer, profile, files, meta, opened, work, outcome, onDocument }: SigningDeskProps) {
  const viewer = useRef<ViewerHandle>(null);
  const guide = useGuide(viewer, meta.id, onDocument);
  const [asked, ask] = useState<Asked>('intro');
  const titles = useMemo(() => files.map((file) => file.title), [files]);
  const layer = useCallback(
    (page: number, size: Size, paper: Size) => <SigningLayer fileId={meta.id} page={page} size={size} paper={paper} onPicture={guide.askPicture} />,
    [meta.id, guide.askPicture],
  );
  const start = (): void => {
    ask(null);
    guide.first();
  };
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name}>
        <SigningMenu mayReassign={transaction.options.allowSignerReassignment && !signer.inPerson} mayDecline={!signer.inPerson} onAsk={ask} />
      </DocumentHeader>
      <FileTabs files={files} current={meta.id} onChoose={onDocument} />
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={meta.title} viewerRef={viewer} layer={layer} fileId={meta.id} />
      </div>
      {opened.status === 'password' ? null : <GuideBar started={asked === null} onGo={guide.go} onFinish={() => ask('finish')} />}
      <SigningDialogs
        asked={asked}
        onAsk={ask}
        transaction={transaction}
        profile={profile}
        mayDecline={!signer.inPerson}
        titles={titles}
        outcome={outcome}
        sign={(key, onProgress) => outcome.sign(work.current(), key, onProgress)}
        onStart={start}
      />
      {guide.picture ? <PictureMaker place={guide.picture} name={personName(signer.inPerson ? signer : profile)} remember={!signer.inPerson} onClose={guide.pictureDone} /> : null}
    </div>
  );
}
