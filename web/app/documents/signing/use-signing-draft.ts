import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { restoredFields } from '#web/features/signing/rebase-fields.ts';
import { startRulesListener } from '#web/features/signing/rules-listener.ts';
import { startSigningDraftListener } from '#web/features/signing/signing-draft.ts';
import { selectSigningFiles, selectSubject } from '#web/features/signing/signing.selectors.ts';
import type { SigningFile } from '#web/features/signing/signing.slice.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import { agreedIn, readSigningDraft } from '#web/services/signing/signing-draft.service.ts';

export interface SigningDraftState {
  readonly ready: boolean;
  /** Whether values were entered that are not signed yet. */
  readonly touched: boolean;
  readonly current: () => readonly SigningFile[];
  /** Whether they had agreed already, and the server does not have their signature. */
  readonly isAgreed: boolean;
}

type SignedFileMeta = Pick<FileMeta, 'id' | 'title' | 'ext' | 'attributes'>;

const nothing: FileMeta['attributes']['fields'] = [];

/** What this person may be asked for. A page was filled in before it was sent. */
const fieldsOf = (file: SignedFileMeta): FileMeta['attributes']['fields'] => (isPage(file) ? nothing : file.attributes.fields);

const isTouched = ({ fields, before }: SigningFile): boolean => fields !== before && fields.some((field, at) => field.value !== before[at]?.value);

/** Opens the signing with the stored draft, and stores changes in this browser. */
export function useSigningDraft(
  subject: string,
  userId: string,
  files: readonly SignedFileMeta[] | null,
  signer: FieldOwner | null,
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
      setAgreed(agreedIn(work) !== null);
      const signing = files.map((file) => ({
        id: file.id,
        title: file.title,
        before: fieldsOf(file),
        fields: restoredFields(fieldsOf(file), work?.fields[file.id], signer),
      }));
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

  const read = useCallback(() => selectSigningFiles(store.getState()), [store]);
  // A boolean, so that the screen does not render with every keystroke.
  const touched = useAppSelector((state) => selectSigningFiles(state).some(isTouched)) && !failed;
  return { ready: opened === subject, touched, current: read, isAgreed };
}
