import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { participationOf, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { ReassignDialog } from '#web/features/reassign/ReassignDialog.tsx';
import { DeclineDialog } from '#web/features/signing/DeclineDialog.tsx';
import { IntroDialog } from '#web/features/signing/IntroDialog.tsx';
import { announce } from '#web/ui/announce.ts';
import { personName } from '#web/ui/initials.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { useIntroduced } from '../shared/introduced.ts';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import { EndedBar } from '../signing/EndedBar.tsx';
import { endedBy } from '../signing/ended-signing.ts';
import { SigningMenu } from '../signing/SigningMenu.tsx';
import type { SigningDialog } from '../signing/SigningDialogs.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { ReviewBar } from './ReviewBar.tsx';
import { ReviewDone } from './ReviewDone.tsx';
import { useReview, type Review } from './use-review.ts';
import styles from '../shared/documents.module.scss';

/** Loaded if the server asks for the access code again. */
const AccessCodeScreen = lazy(async () => ({ default: (await import('#web/features/signing/AccessCodeScreen.tsx')).AccessCodeScreen }));

interface ReviewScreenProps {
  transaction: Transaction;
  profile: Profile;
  /** The current transaction; null if this person has lost access. */
  now: Transaction | null;
  /** Leaves the review and shows the current transaction. */
  onLeave: () => void;
}

/** The page of an approver or a viewer, as long as it is their turn. */
export function ReviewScreen(props: ReviewScreenProps) {
  const [begun] = useState(props.transaction);
  const [reader] = useState(() => signsHere(props.transaction, props.profile));
  return reader ? <ReviewDesk {...props} transaction={begun} reader={reader} /> : <LoadingOverlay />;
}

type Dialog = Exclude<SigningDialog, 'finish'> | 'approve';

function ReviewDesk({ transaction, reader, now, profile, onLeave }: ReviewScreenProps & { reader: Recipient }) {
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const review = useReview({ transaction, reader, files, shown: meta, document: opened });
  const introduced = useIntroduced();
  const [dialog, setDialog] = useState<Dialog>(introduced ? null : 'intro');
  const ended = useEnded(now, reader, review);
  const isApprover = participationOf(reader) === 'approver';
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  if (review.outcome) return <ReviewDone outcome={review.outcome} transaction={review.result ?? transaction} sender={personName(transaction.owner)} onShow={onLeave} />;
  if (review.needsCode) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <AccessCodeScreen transactionId={transaction.id} onOpened={review.unlocked} />
      </Suspense>
    );
  }
  if (!meta) return <LoadingOverlay />;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} brand={transaction.brand}>
        <SigningMenu mayReassign={transaction.options.allowSignerReassignment && !ended} mayDecline={false} onAsk={(chosen) => (chosen === 'finish' ? undefined : setDialog(chosen))} />
      </DocumentHeader>
      <FileTabs files={files} current={meta.id} onChoose={choose} />
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={meta.title} widgets fileId={meta.id} />
      </div>
      {ended ? (
        <EndedBar ended={ended} sender={personName(transaction.owner)} onShow={onLeave} />
      ) : (
        <ReviewBar review={review} isApprover={isApprover} total={files.length} shown={meta.id} onDocument={choose} onApprove={() => setDialog('approve')} onDecline={() => setDialog('decline')} onLeave={onLeave} />
      )}
      <ReviewDialogs dialog={dialog} onDialog={setDialog} transaction={transaction} reader={reader} profile={profile} review={review} titles={files.map(({ title }) => title)} isApprover={isApprover} />
    </div>
  );
}

/** Why the request can no longer be approved or viewed; null while it can, and once this person is done. */
function useEnded(now: Transaction | null, reader: Recipient, { outcome, result }: Review) {
  const { t } = useTranslation('signing');
  const own = (now ?? result)?.recipients.find(({ id }) => id === reader.id);
  const ended = outcome !== null || own?.completed ? null : endedBy(now, reader);
  useEffect(() => {
    if (ended) announce(t('ended.title'));
  }, [ended, t]);
  return ended;
}

interface ReviewDialogsProps {
  dialog: Dialog;
  onDialog: (dialog: Dialog) => void;
  transaction: Transaction;
  reader: Recipient;
  profile: Profile;
  review: Review;
  titles: readonly string[];
  isApprover: boolean;
}

function ReviewDialogs({ dialog, onDialog, transaction, reader, profile, review, titles, isApprover }: ReviewDialogsProps) {
  const close = (): void => onDialog(null);
  switch (dialog) {
    case 'intro':
      return (
        <IntroDialog
          transaction={transaction}
          titles={titles}
          privateMessage={reader.privateMessage}
          places={0}
          participation={participationOf(reader)}
          onStart={close}
          onLook={close}
          {...(isApprover ? { onDecline: () => onDialog('decline') } : {})}
        />
      );
    case 'decline':
      return <DeclineDialog transactionId={transaction.id} sender={personName(transaction.owner)} isApproval onClose={close} onDeclined={() => review.end('declined')} />;
    case 'reassign':
      return <ReassignDialog transaction={transaction} recipient={reader} user={profile} onClose={close} onReassigned={(reassignedTo) => review.end({ reassignedTo })} />;
    case 'approve':
      return <ApproveDialog titles={titles} review={review} onClose={close} />;
    case null:
      return null;
  }
}
