import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signsHere } from '#contract/entities/in-person.ts';
import { missingAttachments, type AttachedFile } from '#contract/entities/attachment.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { useAnyPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { CertificateChoice } from '#web/features/certificate/CertificateChoice.tsx';
import { offeredMethods, wantsForeign } from '#web/features/certificate/offered-methods.ts';
import { useCertificateOrder } from '#web/features/certificate/use-certificate-order.ts';
import { ReassignDialog } from '#web/features/reassign/ReassignDialog.tsx';
import { signsWithoutServer } from '#web/features/signing/agreed-signings.ts';
import { AttachmentList } from '#web/features/signing/AttachmentList.tsx';
import { DeclineDialog } from '#web/features/signing/DeclineDialog.tsx';
import { FinishDialog } from '#web/features/signing/FinishDialog.tsx';
import { IntroDialog } from '#web/features/signing/IntroDialog.tsx';
import type { FileToSign } from '#web/features/signing/sign-one.ts';
import type { SignRun } from '#web/features/signing/sign-progress.ts';
import { selectPlaces } from '#web/features/signing/signing.selectors.ts';
import { reportFileEvent } from '#web/services/api/file-events.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { personName } from '#web/ui/initials.ts';
import { SigningName } from './SigningName.tsx';
import { useAgreement } from './use-agreement.ts';
import type { Prepare } from './use-preparation.ts';
import { usePreparation } from './use-preparation.ts';
import type { SigningOutcome } from './use-signing-outcome.ts';
import { personOf } from './use-signing-outcome.ts';

/** The open dialog. */
export type SigningDialog = 'intro' | 'decline' | 'finish' | 'reassign' | null;

/** People who sign one after the other on this device. */
export interface SharedAgreement {
  /** Whether somebody before has agreed, and the server does not have their signature yet. */
  readonly isBehind: boolean;
  readonly onAgreed: () => Promise<void>;
  /** Hands the device to the next, although the server is away. */
  readonly onNext: (next: Recipient) => void;
}

type Sign = (key: SigningKey | null, run: SignRun) => Promise<void>;

interface SigningDialogsProps {
  openDialog: SigningDialog;
  onAsk: (dialog: SigningDialog) => void;
  transaction: Transaction;
  signer: Recipient;
  profile: Profile;
  mayDecline: boolean;
  titles: readonly string[];
  /** Whether a document is an XHTML page. */
  hasPage: boolean;
  outcome: SigningOutcome;
  prepare: Prepare;
  sign: Sign;
  /** What they sign now. */
  toSign: () => readonly FileToSign[];
  /** Whether to sign at once, because they had agreed before. */
  continues: boolean;
  onContinued: () => void;
  agreement: SharedAgreement;
  /** Moves to the first field. */
  onStart: () => void;
}

/** Records the consent to electronic signatures in the history of every document. */
function reportConsent({ fileIds }: Transaction): void {
  for (const id of fileIds) reportFileEvent(id, 'file_constented_use_esignatures');
}

/** Dialogs of the signing: introduction, decline, reassign and finish. */
export function SigningDialogs({ openDialog, onAsk, transaction, signer, profile, mayDecline, titles, hasPage, outcome, prepare, sign, toSign, continues, onContinued, agreement, onStart }: SigningDialogsProps) {
  const places = useAppSelector(selectPlaces).length;
  // Kept while the dialog is closed.
  const [attached, setAttached] = useState<readonly AttachedFile[]>(signer.attachedFiles);
  const close = (): void => onAsk(null);
  switch (openDialog) {
    case 'intro':
      return <IntroDialog transaction={transaction} titles={titles} privateMessage={signer.privateMessage} attachments={signer.attachments.length} places={places} onStart={onStart} onLook={close} {...(mayDecline ? { onDecline: () => onAsk('decline') } : {})} />;
    case 'decline':
      return <DeclineDialog transactionId={transaction.id} sender={personName(transaction.owner)} onClose={close} onDeclined={outcome.declined} />;
    case 'reassign':
      return <ReassignDialog transaction={transaction} recipient={signer} user={profile} onClose={close} onReassigned={outcome.reassigned} />;
    case 'finish':
      return (
        <SigningFinish
          transaction={transaction}
          signer={signer}
          profile={profile}
          hasPage={hasPage}
          prepare={prepare}
          sign={sign}
          toSign={toSign}
          continues={continues}
          onContinued={onContinued}
          agreement={agreement}
          attached={attached}
          onAttached={setAttached}
          onClose={close}
        />
      );
    case null:
      return null;
  }
}

interface SigningFinishProps extends Pick<SigningDialogsProps, 'hasPage' | 'toSign' | 'continues' | 'onContinued' | 'agreement'> {
  transaction: Transaction;
  signer: Recipient;
  profile: Profile;
  prepare: Prepare;
  sign: Sign;
  attached: readonly AttachedFile[];
  onAttached: (files: readonly AttachedFile[]) => void;
  onClose: () => void;
}

/** The request as it will be when this person has signed. */
const withoutSigner = (transaction: Transaction, { id }: Recipient): Transaction => ({ ...transaction, recipients: transaction.recipients.map((each) => (each.id === id ? { ...each, completed: true } : each)) });

/** The finish dialog with the choice of certificate. */
function SigningFinish({ transaction, signer, profile, hasPage, prepare, sign, toSign, continues, onContinued, agreement: shared, attached, onAttached, onClose }: SigningFinishProps) {
  const { t } = useTranslation('signing');
  const deployment = useDeployment();
  const methods = offeredMethods(transaction.options, useAnyPlanFlags(), deployment ?? { promotesTrusted: false });
  const { order, chosen, actions } = useCertificateOrder(transaction.id, methods[0] ?? 'new_certificate', personOf(profile));
  const isForeign = wantsForeign(transaction.options);
  const endPreparation = usePreparation(prepare, chosen, isForeign);
  // Other keys have to be chosen again, or ask for a code.
  const isOwnKey = chosen === null && !isForeign && !transaction.options.requireRecipientLocation;
  const agreement = useAgreement(transaction, signer, profile.id, shared.isBehind);
  const next = isOwnKey ? signsHere(withoutSigner(transaction, signer), profile) : null;
  return (
    <FinishDialog
      note={hasPage ? t('finish.page') : null}
      asksPlace={transaction.options.requireRecipientLocation}
      attachments={(isBusy) => <AttachmentList transactionId={transaction.id} signer={signer} attached={attached} isBusy={isBusy || signer.signedFileIds.length + signer.waitingFileIds.length > 0} onAttached={onAttached} />}
      lacksAttachment={missingAttachments(signer.attachments, attached).length > 0}
      isReady={!isForeign || chosen !== null}
      needsAdvanced={isForeign}
      signer={<SigningName profile={profile} inPerson={signer.inPerson ? signer : null} certificate={chosen} />}
      run={async (run) => {
        endPreparation();
        reportConsent(transaction);
        if (isOwnKey) await agreement.note(toSign());
        // Their signature comes after those of the people before them.
        if (isOwnKey && shared.isBehind) return shared.onAgreed();
        await sign(chosen, run);
      }}
      continues={continues && isOwnKey}
      onContinued={onContinued}
      mayClose={isOwnKey}
      next={next && signsWithoutServer(next) ? { name: personName(next), onHandOver: () => void shared.onAgreed().then(() => shared.onNext(next)) } : null}
      onFailed={agreement.takeBack}
      onClose={() => {
        agreement.takeBack();
        onClose();
      }}
      advanced={(isBusy) => (
        <>
          <p>{chosen?.signatureType === 'server' ? t('finish.server') : chosen ? t('finish.own') : t('finish.text')}</p>
          <CertificateChoice order={order} chosen={chosen} actions={actions} methods={methods} profile={profile} helper={deployment?.signingHelper ?? null} isDisabled={isBusy || shared.isBehind} />
        </>
      )}
    />
  );
}
