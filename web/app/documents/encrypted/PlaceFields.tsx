import { Lock } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { nameOfBody } from '#contract/entities/file.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { deleteTransaction, fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectFieldsOf } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { ProblemList } from '#web/features/sending/ProblemList.tsx';
import { reviewDraft, type SendProblem } from '#web/features/sending/problems.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { encryptRequest, sendEncrypted, type EncryptedRequest, type NewSigner } from '#web/services/encryption/send-request.service.ts';
import { storeTransactionKey } from '#web/services/encryption/stored-keys.ts';
import { ruleInputsOf } from '#web/services/engine/core/rules.service.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { peopleOf } from '../editor/editor-people.ts';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { useBeforeSending } from '../editor/use-before-sending.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { useOpenDocument } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

interface PlaceFieldsProps {
  /** Of the document in the editor. A request has an id of its own. */
  documentId: string;
  file: File;
  title: string;
  message: string;
  signers: readonly NewSigner[];
  onBack: () => void;
  onSent: () => void;
}

const stay = (): void => undefined;

/** Client errors that another try may not have. */
const passing: readonly number[] = [401, 408, 429];

/** Whether trying again with the same would be refused again. */
const isRefusal = ({ status }: AppError): boolean => status >= 400 && status < 500 && !passing.includes(status);

/** The editor on a document of this browser, and sending. */
export function PlaceFields({ documentId, file, title, message, signers, onBack, onSent }: PlaceFieldsProps) {
  const { t } = useTranslation('encryption');
  const store = useStore() as AppStore;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useAppSelector(selectUserId);
  const read = useCallback(async () => file, [file]);
  const opened = useOpenDocument(read);
  const people = useMemo(() => peopleOf(signers.map(({ id, email, firstName, lastName }) => ({ id, email, firstName, lastName }))), [signers]);
  const { begin, question, isWaiting } = useBeforeSending(people, [], stay);
  const [problems, setProblems] = useState<readonly SendProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  // Encrypted once: sent again after a failure, it is the same request.
  const encrypted = useRef<EncryptedRequest | null>(null);
  /** What was refused can be changed, and is sent as another request. Its draft has nothing in it that anybody could use. */
  const drop = (id: string): void => {
    encrypted.current = null;
    void dispatch(deleteTransaction({ id }));
  };
  const review = async (): Promise<readonly SendProblem[]> => {
    const fields = selectFieldsOf(store.getState(), documentId);
    const recipients = signers.map(({ email }, at) => ({ email, phone: null, role: '', signingOrder: at + 1 }));
    return reviewDraft(title, [{ id: documentId, title, fields, ruleInputs: await ruleInputsOf(fields) }], recipients).problems;
  };
  const send = async (): Promise<void> => {
    if (!userId) throw new AppError('unauthorized');
    const found = encrypted.current ? [] : await review();
    setProblems(found);
    if (found.length > 0) return;
    const fields = selectFieldsOf(store.getState(), documentId);
    const request = encrypted.current ?? (await encryptRequest({ id: newObjectId(), file, title, message, fields, signers }));
    // Before it is sent: without the key nobody could open it any more.
    await storeTransactionKey(userId, request.id, { key: request.key, title: request.title });
    encrypted.current = request;
    await sendEncrypted(request).catch((failure: unknown) => {
      if (isRefusal(toAppError(failure))) drop(request.id);
      throw failure;
    });
    onSent();
    await dispatch(fetchTransaction({ id: request.id }));
    await navigate(fillPath(routes.transaction, { id: request.id }), { replace: true });
  };
  const start = (): void => {
    setSending(true);
    setError(null);
    send().catch((failure: unknown) => setError(toAppError(failure).toInfo())).finally(() => setSending(false));
  };
  const press = (): void => void (encrypted.current ? start() : begin(start));
  const show = (problem: SendProblem): void => {
    if ('fieldIds' in problem) dispatch(editorActions.fieldsSelected(problem.fieldIds));
    if ('fieldIds' in problem) dispatch(editorActions.revealed(problem.fieldIds[0] ?? null));
  };
  const isLocked = encrypted.current !== null;
  const notice = problems.length > 0 ? <ProblemList problems={problems} onShow={show} /> : error ? <Banner meaning="negative">{errorText(error)}</Banner> : null;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={title}>
        <HeaderTools local />
        <Button isDisabled={isSending || isLocked} onPress={onBack}>{t('back')}</Button>
        <Button look="primary" icon={<Icon of={Lock} />} isPending={isSending || isWaiting} isDisabled={opened.status !== 'open'} onPress={press}>{t('new.send')}</Button>
      </DocumentHeader>
      {question}
      <EditorWorkspace
        document={{ id: documentId, title: nameOfBody(title, 'application/pdf'), fields: null, isNeverSaved: true }}
        documents={[{ id: documentId, title }]}
        onDocument={stay}
        opened={opened}
        people={people}
        fieldsLock={isLocked ? t('new.encrypted') : null}
        notice={notice}
        local
      />
    </div>
  );
}
