import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { Guide } from '#web/features/signing/Guide.tsx';
import { withAgreed, withAgreedValues } from '#web/features/signing/agreed-signings.ts';
import { injectSigning } from '#web/features/signing/signing-draft.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { isHandheld } from '#web/ui/device.ts';
import { announce } from '#web/ui/announce.ts';
import { personName } from '#web/ui/initials.ts';
import type { FileToSign } from '#web/features/signing/sign-one.ts';
import { workSubject } from '#web/features/signing/sign-one.ts';
import type { SigningFile } from '#web/features/signing/signing.slice.ts';
import { AppError } from '#web/services/app-error.ts';
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
import type { SharedAgreement } from './SigningDialogs.tsx';
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
import { useAgreedSignings } from './use-agreed-signings.ts';
import { useVerifiedDocuments } from './use-verified-documents.ts';
import type { SigningDraftState } from './use-signing-draft.ts';
import { useSigningDraft } from './use-signing-draft.ts';
import styles from '../shared/documents.module.scss';

interface SigningScreenProps {
  transaction: Transaction;
  profile: Profile;
  /** The current transaction; null if this person has lost access. */
  now: Transaction | null;
  /** Whether the in-person signer has confirmed that they have the device. */
  isHanded: boolean;
  /** Called when another person signs next on this device. */
  onNext: (transaction: Transaction) => void;
  /** Leaves the signing and shows the current transaction. */
  onLeave: () => void;
  /** Opens the signing anew. */
  onRestart: () => void;
}

injectSigning();

/** Loaded if several people sign on this device and the server is away. */
const AgreedScreen = lazy(async () => ({ default: (await import('./AgreedScreen.tsx')).AgreedScreen }));

/** Loaded if the sender requires an identity check. */
const IdentityScreen = lazy(async () => ({ default: (await import('../../identity/IdentityScreen.tsx')).IdentityScreen }));

/** Loaded if the server asks for the access code again. */
const AccessCodeScreen = lazy(async () => ({ default: (await import('#web/features/signing/AccessCodeScreen.tsx')).AccessCodeScreen }));

/** Loaded once the document is shown: it is not needed before. */
const loadPictureMaker = async () => ({ default: (await import('../shared/PictureMaker.tsx')).PictureMaker });
const PictureMaker = lazy(loadPictureMaker);

/** The page of a recipient: introduction, guided fields, signature, consent, result. */
export function SigningScreen({ transaction, now, profile, isHanded, onNext, onLeave, onRestart }: SigningScreenProps) {
  // The transaction at the start of the signing. The page stays until the person has read the result.
  const [begun] = useState(transaction);
  const [signer] = useState(() => signsHere(transaction, profile));
  const [isHere, setHere] = useState(isHanded || !signer?.inPerson);
  const [isProven, setProven] = useState(() => !signer || isIdentityProven(signer));
  const { signings, reload: reloadAgreed } = useAgreedSignings(begun, profile.id);
  const before = useMemo(() => signings?.filter(({ agreed }) => agreed.signerId !== signer?.id) ?? [], [signings, signer]);
  const { files: stored, complete, error, reload } = useFiles(begun.fileIds);
  const files = useMemo(() => withAgreedValues(stored, before), [stored, before]);
  // Whoever has agreed on this device waits with the others.
  const isShared = signings !== null && signings.length > before.length && signings.some(({ agreed }) => agreed.inPerson);
  const [handedTo, handTo] = useState<Recipient | null>(null);
  const [selected, choose] = useSelectedDocument(begun.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const subject = workSubject(begun, signer);
  const work = useSigningDraft(subject, profile.id, complete && signings && !isShared ? files : null, signer);
  const opened = useOpenDocument(useServerPages(useAfterFirstField(work.ready) ? meta : undefined));
  useVerifiedDocuments(files, meta?.id, opened.status === 'open');
  const ending = useSigningOutcome(begun, profile, subject);
  const { outcome, result, reassignedTo, isSigning } = ending;
  const ended = useEnded(outcome !== null || isSigning ? undefined : now && withAgreed(now, before), signer);
  useLeavingNotice(outcome === null && ended === null && work.touched);
  const leave = (): void => {
    ending.leave();
    onLeave();
  };
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  if (signings === null) return <LoadingOverlay />;
  const agreed = withAgreed(begun, signings);
  if (handedTo) return <HandOverScreen transactionId={begun.id} recipient={handedTo} onReady={() => onNext(agreed)} />;
  const next = outcome === 'signed' && result ? signsHere(result, profile) : null;
  if (result && next?.inPerson && next.id !== signer?.id) return <HandOverScreen transactionId={begun.id} recipient={next} onReady={() => onNext(result)} />;
  if (signer && !isHere) return <HandOverScreen transactionId={begun.id} recipient={signer} onReady={() => setHere(true)} />;
  if (isShared && outcome === null) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <AgreedScreen transaction={begun} profile={profile} signings={signings} onNext={handTo} onSigned={ending.signed} onTakenBack={onRestart} />
      </Suspense>
    );
  }
  // The signature is complete except for a time stamp, which the server adds.
  const isWaiting = signer !== null && begun.fileIds.every((id) => signer.waitingFileIds.includes(id));
  if (outcome || isWaiting) return <SignedScreen outcome={outcome ?? 'signed'} transaction={result ?? begun} sender={personName(begun.owner)} reassignedTo={reassignedTo} host={signer?.inPerson ? personName(profile) : null} onShow={leave} />;
  if (signer && !isProven) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <IdentityScreen transaction={begun} signer={signer} onProven={() => setProven(true)} />
      </Suspense>
    );
  }
  if (ending.access === 'asked') {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <AccessCodeScreen transactionId={begun.id} onOpened={ending.unlocked} />
      </Suspense>
    );
  }
  if (!meta || !work.ready || !signer) return <LoadingOverlay />;
  return (
    <SigningDesk
      transaction={begun}
      signer={signer}
      profile={profile}
      files={files}
      meta={meta}
      opened={opened}
      work={work}
      outcome={ending}
      ended={ended}
      onDocument={choose}
      onLeave={onLeave}
      agreement={{ isBehind: before.length > 0, onAgreed: reloadAgreed, onNext: handTo }}
    />
  );
}

/** On phones the first field is in the panel, so the large rendering worker loads after it. */
function useAfterFirstField(ready: boolean): boolean {
  const [after, setAfter] = useState(() => !isHandheld());
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => setAfter(true));
    return () => clearTimeout(timer);
  }, [ready]);
  return after;
}

/** Why the transaction can no longer be signed; null while a signing is running or finished. */
function useEnded(now: Transaction | null | undefined, signer: Recipient | null): Ended | null {
  const { t } = useTranslation('signing');
  const ended = now === undefined || !signer ? null : endedBy(now, signer);
  useEffect(() => {
    if (ended) announce(t('ended.title'));
  }, [ended, t]);
  return ended;
}

interface SigningDeskProps extends Omit<SigningScreenProps, 'isHanded' | 'onNext' | 'now' | 'onRestart'> {
  signer: Recipient;
  files: readonly FileMeta[];
  meta: FileMeta;
  opened: ViewedDocumentState;
  work: SigningDraftState;
  outcome: SigningOutcome;
  ended: Ended | null;
  onDocument: (id: string) => void;
  agreement: SharedAgreement;
}

/** What was filled in, with the version of the document that is shown. */
function asShown(file: SigningFile, shown: readonly FileMeta[]): FileToSign {
  const meta = shown.find(({ id }) => id === file.id);
  if (!meta) throw new AppError('not_found');
  return { ...file, version: meta.version, ext: meta.ext };
}

/** The document with its fields, the guide and the dialogs. */
function SigningDesk({ transaction, signer, profile, files, meta, opened, work, outcome, ended, onDocument, onLeave, agreement }: SigningDeskProps) {
  const viewer = useRef<ViewerHandle>(null);
  // Whoever comes from the page of the link goes straight to the first place.
  // No introduction for a request that one sent to oneself.
  const isOwn = transaction.ownerId === profile.id && !signer.inPerson;
  const introduced = useIntroduced() || isOwn;
  // Whoever had to enter the access code again was about to sign, and so was who pressed Sign without the server.
  const [resumes] = useState(work.isAgreed || outcome.access === 'entered');
  const [openDialog, setOpenDialog] = useState<SigningDialog>(resumes ? 'finish' : introduced ? null : 'intro');
  const finish = useCallback(() => setOpenDialog('finish'), []);
  const guide = useGuide(viewer, { shown: meta.id, choose: onDocument, onComplete: finish });
  const goFirst = useRef(guide.first);
  useEffect(() => {
    if (introduced && !resumes) goFirst.current();
  }, [introduced, resumes]);
  useEffect(() => {
    if (opened.status !== 'open') return;
    // The dialog loads it again and shows the failure.
    loadPictureMaker().catch((failure: unknown) => console.info('What makes signatures was not reached in advance', failure));
  }, [opened.status]);
  const titles = useMemo(() => files.map((file) => file.title), [files]);
  const layer = useSigningLayer(meta.id, opened, guide);
  const toSign = (): FileToSign[] => work.current().map((file) => asShown(file, files));
  const start = (): void => {
    setOpenDialog(null);
    guide.first();
  };
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} brand={transaction.brand}>
        <SigningMenu mayReassign={transaction.options.allowSignerReassignment && !signer.inPerson && transaction.type !== 'just_me' && !ended} mayDecline={!signer.inPerson && !isOwn && !ended} onAsk={setOpenDialog} />
      </DocumentHeader>
      <FileTabs files={files} current={meta.id} onChoose={onDocument} />
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={meta.title} viewerRef={viewer} layer={layer} fileId={meta.id} />
      </div>
      {ended ? (
        <EndedBar ended={ended} sender={personName(transaction.owner)} onShow={onLeave} />
      ) : (
        <>
          {opened.status === 'password' ? null : <Guide started={openDialog === null} actions={guide} onFinish={finish} />}
          <SigningDialogs
            openDialog={openDialog}
            onAsk={setOpenDialog}
            transaction={transaction}
            signer={signer}
            profile={profile}
            mayDecline={!signer.inPerson && !isOwn}
            titles={titles}
            hasPage={files.some(isPage)}
            outcome={outcome}
            toSign={toSign}
            continues={work.isAgreed}
            onContinued={work.continued}
            agreement={agreement}
            prepare={(key, signal) => outcome.prepare(toSign(), key, signal)}
            sign={(key, run) => outcome.sign(toSign(), key, run)}
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
