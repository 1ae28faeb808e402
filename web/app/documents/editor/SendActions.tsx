import { Send, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'react-redux';
import { sameContact } from '#contract/entities/common.ts';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deriveType, withoutRecipients } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { AppStore } from '#web/entities/store.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import { saveAll } from '#web/features/editor/autosave.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectFile as selectEditedFile } from '#web/features/editor/editor.selectors.ts';
import type { Person } from '#web/features/editor/people.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { SendProblem, SentFile } from '#web/features/sending/problems.ts';
import { reviewDraft } from '#web/features/sending/problems.ts';
import type { UnsavedPage } from '#web/features/viewer/XhtmlViewer.tsx';
import { SendDialog } from '#web/features/sending/SendDialog.tsx';
import { errorText } from '#web/entities/error-text.ts';
import { toAppError } from '#web/services/app-error.ts';
import { notifyError } from '#web/ui/snackbar.ts';
import { ruleInputsOf } from '#web/services/engine/core/rules.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { FIELDS } from './EditorSide.tsx';
import { sentState } from '../shared/just-sent.ts';
import { useBeforeSending } from './use-before-sending.tsx';
import type { Draft } from './use-draft.ts';

/** The documents to send, with the fields of the editor for those that were opened. */
function sentFilesOf(root: EditorRoot, files: readonly FileMeta[]): Promise<SentFile[]> {
  return Promise.all(files.map(async ({ id, title, ext, attributes }) => {
    const fields = selectEditedFile(root, id)?.history.present.fields ?? attributes.fields;
    // Without the engine the dialog opens: sending needs it as well, and says what is wrong.
    return { id, title, fields, isPage: isPage({ ext }), ruleInputs: await ruleInputsOf(fields).catch(() => new Map()) };
  }));
}

interface Sending {
  readonly transaction: Transaction;
  readonly files: SentFile[];
}

export interface SendingActions {
  /** Snapshot of the transaction and its documents when the send dialog was opened. */
  readonly sending: Sending | null;
  /** Whether field detection is running, or the bulk send is being opened. */
  readonly isWaiting: boolean;
  /** Problems that prevent sending. */
  readonly question: ReactNode;
  /** Opens the review, or the list of people of a bulk send. */
  readonly open: () => Promise<void>;
  /** Makes the sender the only signer; null where the sender can't be, since a bulk send goes to others. */
  readonly signAlone: (() => Promise<void>) | null;
  readonly close: () => void;
}

interface SendingProps {
  transaction: Transaction;
  draft: Draft;
  files: readonly FileMeta[];
  people: readonly Person[];
  profile: Profile;
  unsavedPage: UnsavedPage;
  onDocument: (id: string) => void;
}

/** Saves the draft and the fields of its documents; resolves to whether the server has them. */
export function useSaveAll(draft: Draft): () => Promise<boolean> {
  const store = useStore() as AppStore;
  return async () => (await draft.flush()) && saveAll(store);
}

/** Goes on to the list of people of a bulk send with everything saved. */
function useOpenBulk(id: string, draft: Draft) {
  const saveFirst = useSaveAll(draft);
  const navigate = useNavigate();
  const isStart = useIsStart();
  const [isOpening, setOpening] = useState(false);
  const openBulk = async (): Promise<void> => {
    setOpening(true);
    try {
      // Back from the list does not open it again.
      if (await saveFirst()) await navigate(fillPath(routes.transactionUseBulk, { id }), { replace: isStart });
    } finally {
      setOpening(false);
    }
  };
  return { openBulk, isOpening };
}

/** /transaction/{id}/start opens the review at once. */
const useIsStart = (): boolean => useLocation().pathname.endsWith('/start');

/** Sends from the header, the list of people, or the address `/start`. */
export function useSending({ transaction, draft, files, people, profile, unsavedPage, onDocument }: SendingProps): SendingActions {
  const { t } = useTranslation('sending');
  const store = useStore() as AppStore;
  const [sending, setSending] = useState<Sending | null>(null);
  const { begin, question, isWaiting } = useBeforeSending(people, files, onDocument);
  const { openBulk, isOpening } = useOpenBulk(transaction.id, draft);
  const isBulk = draft.options.allowBulkUsage;
  const isBeginning = useRef(false);
  // Saves the draft first, so that people who were just added are included.
  const latest = useRef(begin);
  latest.current = begin;
  const look = async (): Promise<void> => {
    const sent = await sentFilesOf(store.getState(), files);
    setSending({ transaction: selectTransaction(store.getState(), transaction.id) ?? transaction, files: sent });
  };
  const open = async (): Promise<void> => {
    if (isBeginning.current || isOpening) return;
    isBeginning.current = true;
    try {
      // What was entered into a page is sent with it.
      await unsavedPage.current?.();
      const failure = (await draft.flush()) ? null : draft.failure();
      // Without the server, the review would show people and a message of before.
      if (failure) return notifyError(t('notSaved', { why: errorText(failure) }), { id: 'draft-not-saved' });
      await latest.current(() => void (isBulk ? openBulk() : look()));
    } catch (failure) {
      notifyError(errorText(toAppError(failure)));
    } finally {
      isBeginning.current = false;
    }
  };
  const signAlone = (): Promise<void> => {
    const { email, phone, firstName, lastName } = profile;
    const me = { email, phone, firstName, lastName };
    if (!draft.recipients.some((each) => sameContact(each, me))) {
      const recipients = [...draft.recipients, me];
      draft.change({ recipients, cc: withoutRecipients(draft.cc, recipients) });
    }
    return open();
  };
  return { sending, question, isWaiting: isWaiting || isOpening, open, signAlone: isBulk ? null : signAlone, close: () => setSending(null) };
}

/** The panel in which a problem can be fixed. */
const panelOf: Record<SendProblem['code'], string> = { no_files: FIELDS, no_recipients: 'people', no_signers: 'people', no_title: 'message', stray_fields: FIELDS, late_inputs: FIELDS, shared_names: FIELDS };

interface SendActionsProps {
  actions: SendingActions;
  draft: Draft;
  profile: Profile;
  /** False until the guided flow reaches its last step. */
  isOffered: boolean;
  onPanel: (panel: string) => void;
  onDocument: (id: string) => void;
}

/** Sends, signs alone, or goes on to the list of people of a bulk send. */
function SendButton({ actions, draft, profile }: Pick<SendActionsProps, 'actions' | 'draft' | 'profile'>) {
  const { t } = useTranslation('sending');
  const { t: bulk } = useTranslation('bulk');
  const alone = draft.recipients.length > 0 && deriveType(profile, draft.recipients) === 'just_me';
  const isBulk = draft.options.allowBulkUsage;
  return (
    <Button look="primary" icon={<Icon of={isBulk ? Users : Send} />} isPending={actions.isWaiting} onPress={() => void actions.open()}>
      {isBulk ? bulk('use_open') : alone ? t('sign') : t('send')}
    </Button>
  );
}

/** The send button and the review dialog. */
export function SendActions({ actions, draft, profile, isOffered, onPanel, onDocument }: SendActionsProps) {
  const { t } = useTranslation('sending');
  const navigate = useNavigate();
  const store = useStore() as AppStore;
  const { sending, question } = actions;
  const isStart = useIsStart();
  const open = useRef(actions.open);
  open.current = actions.open;
  useEffect(() => {
    if (isStart) void open.current();
  }, [isStart]);
  const show = (problem: SendProblem): void => {
    actions.close();
    onPanel(panelOf[problem.code]);
    if ('fileId' in problem) onDocument(problem.fileId);
    if ('fieldIds' in problem) store.dispatch(editorActions.fieldsSelected(problem.fieldIds));
  };
  const sent = ({ id, sendApproval }: Transaction): void => {
    actions.close();
    if (sendApproval?.status === 'waiting') notify(t('approval.held'), { id: 'send-approval' });
    void navigate(fillPath(routes.transaction, { id }), { state: sentState });
  };
  return (
    <>
      {isOffered ? <SendButton actions={actions} draft={draft} profile={profile} /> : null}
      {question}
      {sending ? (
        <SendDialog
          key={sending.transaction.version}
          transaction={sending.transaction}
          files={sending.files}
          notes={reviewDraft(draft.name, sending.files, sending.transaction.recipients)}
          message={draft.message}
          onMessage={(message) => draft.change({ message })}
          saveFields={async () => (await draft.flush()) && saveAll(store)}
          onShow={show}
          onAlone={() => void actions.signAlone?.()}
          onClose={actions.close}
          onSent={sent}
        />
      ) : null}
    </>
  );
}
