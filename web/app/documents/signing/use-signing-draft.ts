import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { isStillAgreed } from '#web/features/signing/agreement.ts';
import { restoredFields } from '#web/features/signing/rebase-fields.ts';
import { startRulesListener } from '#web/features/signing/rules-listener.ts';
import { startSigningDraftListener } from '#web/features/signing/signing-draft.ts';
import { selectSigningFiles, selectSubject } from '#web/features/signing/signing.selectors.ts';
import type { SigningFile } from '#web/features/signing/signing.slice.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { agreedIn, readSigningDraft, storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';

export interface SigningDraftState {
  readonly ready: boolean;
  /** Whether values were entered that are not signed yet. */
  readonly touched: boolean;
  readonly current: () => readonly SigningFile[];
  /** Whether they had agreed already, and the server does not have their signature. */
  readonly isAgreed: boolean;
  /** The signing to which they had agreed goes on. */
  readonly continued: () => void;
}

type SignedFileMeta = Pick<FileMeta, 'id' | 'title' | 'ext' | 'version' | 'attributes'>;

const nothing: FileMeta['attributes']['fields'] = [];

/** What this person may be asked for. A page was filled in before it was sent. */
const fieldsOf = (file: SignedFileMeta): FileMeta['attributes']['fields'] => (isPage(file) ? nothing : file.attributes.fields);

const isTouched = ({ fields, before }: SigningFile): boolean => fields !== before && fields.some((field, at) => field.value !== before[at]?.value);

/** Opens the signing with the stored draft, and stores changes in this browser. */
export function useSigningDraft(
  subject: string,
  userId: string,
  files: readonly SignedFileMeta[] | null,
  signer: Recipient | null,
): SigningDraftState {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const opened = useAppSelector(selectSubject);
  const [failed, setFailed] = useState(false);
  const [isAgreed, setAgreed] = useState(false);

  // Before the signing is opened, which is the first time that its rules are due.
  useEffect(startRulesListener, []);

  useEffect(() => {
    if (!files || !signer) return undefined;
    let wanted = true;
    const open = async (): Promise<void> => {
      const work = await readSigningDraft(subject, userId).catch(() => {
        // Without storage the signing works; it only cannot be continued later.
        setFailed(true);
        return undefined;
      });
      if (!wanted) return;
      const signing = files.map((file) => ({
        id: file.id,
        title: file.title,
        before: fieldsOf(file),
        fields: restoredFields(fieldsOf(file), work?.fields[file.id], signer),
      }));
      const agreed = agreedIn(work);
      const goesOn = agreed !== null && (await isStillAgreed(agreed, signing.map((file, index) => ({ ...file, version: files[index]?.version ?? 0 })), signer));
      if (!wanted) return;
      if (agreed && !goesOn) storeSigningDraft(subject, userId, { agreed: null }).catch((error: unknown) => console.warn('An agreement of before stays', toAppError(error).code));
      setAgreed(goesOn);
      dispatch(
        signingActions.signingOpened({
          subject,
          signer: { email: signer.email ?? null, phone: signer.phone ?? null, role: signer.role ?? null },
          files: signing,
          today: new Date().toISOString(),
        }),
      );
    };
    if (selectSubject(store.getState()) !== subject) void open();
    return () => {
      wanted = false;
    };
  }, [dispatch, store, files, signer, subject, userId]);

  // Others may sign meanwhile: what they filled in is shown, and what this person filled in stays.
  useEffect(() => {
    if (opened === subject && files) dispatch(signingActions.fieldsReceived(files.map((file) => ({ id: file.id, fields: fieldsOf(file) }))));
  }, [dispatch, files, opened, subject]);

  useEffect(() => {
    const stop = startSigningDraftListener(userId);
    return () => {
      stop();
      dispatch(signingActions.signingClosed());
    };
  }, [dispatch, userId]);

  const continued = useCallback(() => setAgreed(false), []);
  const read = useCallback(() => selectSigningFiles(store.getState()), [store]);
  // A boolean, so that the screen does not render with every keystroke.
  const touched = useAppSelector((state) => selectSigningFiles(state).some(isTouched)) && !failed;
  return { ready: opened === subject, touched, current: read, isAgreed, continued };
}
