import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { Guide } from '#web/features/signing/Guide.tsx';
import { injectSigning } from '#web/features/signing/signing-draft.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { isHandheld } from '#web/ui/device.ts';
import { announce } from '#web/ui/announce.ts';
import { personName } from '#web/ui/initials.ts';
import { workSubject } from '#web/features/signing/sign-run.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { EndedBar } from './EndedBar.tsx';
import type { Ended } from './ended-signing.ts';
import { endedBy } from './ended-signing.ts';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { HandOverScreen } from './HandOverScreen.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { SignedScreen } from './SignedScreen.tsx';
import type { SigningDialog } from './SigningDialogs.tsx';
import { SigningDialogs } from './SigningDialogs.tsx';
import { SigningMenu } from './SigningMenu.tsx';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useGuide } from '../shared/use-guide.ts';
import { useIntroduced } from '../shared/introduced.ts';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';
import type { ViewedDocumentState } from '../shared/use-open-document.ts';
import { useOpenDocument, useServerPages } from '../shared/use-open-document.ts';
import { useSigningLayer } from '../shared/use-signing-layer.tsx';
import type { SigningOutcome } from './use-signing-outcome.ts';
import { useSigningOutcome } from './use-signing-outcome.ts';
import type { SigningDraftState } from './use-signing-draft.ts';
import { useSigningDraft } from './use-signing-draft.ts';
import styles from '../shared/documents.module.scss';

interface SigningScreenProps {
  transaction: Transaction;
  profile: Profile;
  /** The request as it is now; null when this person can't read it any more. */
  now: Transaction | null;
  /** Whoever signs in person has the device in hand. */
  isHanded: boolean;
  /** Somebody else signs next at this device. */
  onNext: (transaction: Transaction) => void;
  /** Leaves the signing for the request as it is. */
  onLeave: () => void;
}

injectSigning();

/** Comes where a sender asks for it. */
const IdentityScreen = lazy(async () => ({ default: (await import('../../identity/IdentityScreen.tsx')).IdentityScreen }));

/** Comes as soon as the document is seen: nobody begins with a signature that quickly. */
const loadPictureMaker = async () => ({ default: (await import('../shared/PictureMaker.tsx')).PictureMaker });
const PictureMaker = lazy(loadPictureMaker);

/** The recipient's page: what and from whom, place after place, signature, consent, done. */
export function SigningScreen({ transaction, now, profile, isHanded, onNext, onLeave }: SigningScreenProps) {
  const { t } = useTranslation('signing');
  // The transaction as it was when the signing began: the page stays until the person has read what happens now.
  const [begun] = useState(transaction);
  const [signer] = useState(() => signsHere(transaction, profile));
  const [isHere, setHere] = useState(isHanded || !signer?.inPerson);
  const [isProven, setProven] = useState(() => !signer || isIdentityProven(signer));
  const { files, complete, error, reload } = useFiles(begun.fileIds);
  const [selected, choose] = useSelectedDocument(begun.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const subject = workSubject(begun, signer);
  const work = useSigningDraft(subject, profile.id, complete ? files : null, signer);
  const opened = useOpenDocument(useServerPages(useAfterFirstField(work.ready) ? meta : undefined));
  const ending = useSigningOutcome(begun, profile, subject);
  const { outcome, result, reassignedTo, isSigning } = ending;
  const ended = useEnded(outcome !== null || isSigning ? undefined : now, signer);
  useLeavingNotice(outcome === null && ended === null && work.touched);
  const leave = (): void => {
    ending.leave();
    onLeave();
  };
  if (error && !complete) return <FilesFailed title={t('finish.notLoaded')} error={error} onRetry={reload} />;
  const next = outcome === 'signed' && result ? signsHere(result, profile) : null;
  if (result && next?.inPerson && next.id !== signer?.id) return <HandOverScreen transactionId={begun.id} recipient={next} onReady={() => onNext(result)} />;
  if (signer && !isHere) return <HandOverScreen transactionId={begun.id} recipient={signer} onReady={() => setHere(true)} />;
  // Signed, but for a time stamp that comes by itself.
  const isWaiting = signer !== null && begun.fileIds.every((id) => signer.waitingFileIds.includes(id));
  if (outcome || isWaiting) return <SignedScreen outcome={outcome ?? 'signed'} transaction={result ?? begun} sender={personName(begun.owner)} reassignedTo={reassignedTo} host={signer?.inPerson ? personName(profile) : null} onShow={leave} />;
  if (signer && !isProven) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <IdentityScreen transaction={begun} signer={signer} onProven={() => setProven(true)} />
      </Suspense>
    );
  }
  if (!meta || !work.ready || !signer) return <LoadingOverlay />;
  return <SigningDesk transaction={begun} signer={signer} profile={profile} files={files} meta={meta} opened={opened} work={work} outcome={ending} ended={ended} onDocument={choose} onLeave={onLeave} />;
}

/** At the thumb the first field is in the panel: what draws the page behind it, as large as everything before it, comes after it. */
function useAfterFirstField(ready: boolean): boolean {
  const [after, setAfter] = useState(() => !isHandheld());
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => setAfter(true));
    return () => clearTimeout(timer);
  }, [ready]);
  return after;
}

/** Why it can't be signed any more, told as soon as the server says so; nothing while that is of no account. */
function useEnded(now: Transaction | null | undefined, signer: Recipient | null): Ended | null {
  const { t } = useTranslation('signing');
  const ended = now === undefined || !signer ? null : endedBy(now, signer);
  useEffect(() => {
    if (ended) announce(t('ended.title'));
  }, [ended, t]);
  return ended;
}

interface SigningDeskProps extends Omit<SigningScreenProps, 'isHanded' | 'onNext' | 'now'> {
  signer: Recipient;
  files: readonly FileMeta[];
  meta: FileMeta;
  opened: ViewedDocumentState;
  work: SigningDraftState;
  outcome: SigningOutcome;
  ended: Ended | null;
  onDocument: (id: string) => void;
}

/** The document with its places, the bar that leads through them, and what is asked on the way. */
function SigningDesk({ transaction, signer, profile, files, meta, opened, work, outcome, ended, onDocument, onLeave }: SigningDeskProps) {
  const viewer = useRef<ViewerHandle>(null);
  // Whoever comes from the page of the link goes straight to the first place.
  // Nobody is told by themselves what they ask of themselves.
  const isOwn = transaction.ownerId === profile.id && !signer.inPerson;
  const introduced = useIntroduced() || isOwn;
  const [asked, ask] = useState<SigningDialog>(introduced ? null : 'intro');
  const finish = useCallback(() => ask('finish'), []);
  const guide = useGuide(viewer, { shown: meta.id, choose: onDocument, onComplete: finish });
  const goFirst = useRef(guide.first);
  useEffect(() => {
    if (introduced) goFirst.current();
  }, [introduced]);
  useEffect(() => {
    if (opened.status !== 'open') return;
    // Whoever wants it asks again, and is told.
    loadPictureMaker().catch((failure: unknown) => console.info('What makes signatures was not reached in advance', failure));
  }, [opened.status]);
  const titles = useMemo(() => files.map((file) => file.title), [files]);
  const layer = useSigningLayer(meta.id, opened, guide);
  const start = (): void => {
    ask(null);
    guide.first();
  };
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name}>
        <SigningMenu mayReassign={transaction.options.allowSignerReassignment && !signer.inPerson && transaction.type !== 'just_me' && !ended} mayDecline={!signer.inPerson && !isOwn && !ended} onAsk={ask} />
      </DocumentHeader>
      <FileTabs files={files} current={meta.id} onChoose={onDocument} />
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={meta.title} viewerRef={viewer} layer={layer} fileId={meta.id} />
      </div>
      {ended ? (
        <EndedBar ended={ended} sender={personName(transaction.owner)} onShow={onLeave} />
      ) : (
        <>
          {opened.status === 'password' ? null : <Guide started={asked === null} acts={guide} onFinish={finish} />}
          <SigningDialogs
            asked={asked}
            onAsk={ask}
            transaction={transaction}
            profile={profile}
            mayDecline={!signer.inPerson && !isOwn}
            titles={titles}
            outcome={outcome}
            sign={(key, onProgress) => outcome.sign(work.current(), key, onProgress)}
            onStart={start}
          />
          {guide.picture ? (
            <Suspense>
              <PictureMaker {...guide.picture} name={personName(signer.inPerson ? signer : profile)} remember={!signer.inPerson} onClose={guide.pictureDone} />
            </Suspense>
          ) : null}
        </>
      )}
    </div>
  );
}
