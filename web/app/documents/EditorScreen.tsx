import { Send } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'react-redux';
import { deriveType } from '#contract/entities/transaction.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { FieldRecipient } from '#contract/entities/field.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { saveAll, startAutosave } from '#web/features/editor/autosave.ts';
import { selectFile as selectEditedFile } from '#web/features/editor/editor.selectors.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { Person } from '#web/features/editor/people.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import type { PeopleChange } from '#web/features/recipients/RecipientsPanel.tsx';
import { RecipientsPanel } from '#web/features/recipients/RecipientsPanel.tsx';
import { MessageForm } from '#web/features/sending/MessageForm.tsx';
import type { SentFile } from '#web/features/sending/problems.ts';
import { lookOver } from '#web/features/sending/problems.ts';
import { SendDialog } from '#web/features/sending/SendDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { initials, personName, RECIPIENT_COLORS } from '#web/ui/initials.ts';
import { errorText } from '#web/entities/error-text.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { TransactionMenu } from '../resource/TransactionMenu.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { HeaderTools } from './EditorTools.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { useDraft } from './use-draft.ts';
import { useFiles, useSelectedDocument } from './use-files.ts';
import { useOpened, useServerBody } from './use-opened.ts';
import styles from './documents.module.scss';

interface EditorScreenProps {
  transaction: Transaction;
  profile: Profile;
}

export function fieldRecipientOf(person: RecipientInput): FieldRecipient {
  return { email: person.email ?? null, phone: person.phone ?? null, role: null };
}

function peopleOf(recipients: readonly RecipientInput[]): Person[] {
  return recipients.map((person, index) => ({
    key: person.email ?? person.phone ?? String(index),
    name: personName(person),
    initials: initials(person),
    colour: (index % RECIPIENT_COLORS) + 1,
    recipient: fieldRecipientOf(person),
  }));
}

/** The documents as they are sent: with the fields of the editor where one was opened in it. */
function sentFilesOf(root: EditorRoot, files: readonly FileMeta[]): SentFile[] {
  return files.map(({ id, title, attributes }) => ({
    id,
    title,
    fields: selectEditedFile(root, id)?.history.present ?? attributes.fields,
  }));
}

injectEditor();

/** The sender's draft: documents, fields, people, message, and sending. */
export function EditorScreen({ transaction, profile }: EditorScreenProps) {
  useFrame('narrow');
  const { t } = useTranslation('sending');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpened(useServerBody(meta?.id ?? '', meta?.version));
  const draft = useDraft(transaction);
  const people = useMemo(() => peopleOf(draft.recipients), [draft.recipients]);
  const [sending, setSending] = useState<SentFile[] | null>(null);
  useEditorLife();

  const onPeople = ({ recipients, cc, replaced }: PeopleChange): void => {
    draft.change({ recipients, cc });
    if (!replaced) return;
    const to = replaced.to ? fieldRecipientOf(replaced.to) : null;
    dispatch(editorActions.recipientReplaced({ from: fieldRecipientOf(replaced.from), to }));
  };
  if (error && !complete) {
    return (
      <EmptyState level={1} title={t('failed')} actions={<Button onPress={reload}>{t('tryAgain')}</Button>}>
        {errorText(error)}
      </EmptyState>
    );
  }
  if (!meta) return <LoadingOverlay />;
  const owner: RecipientInput = { email: profile.email, phone: profile.phone, firstName: profile.firstName, lastName: profile.lastName };
  const alone = draft.recipients.length > 0 && deriveType(profile, draft.recipients) === 'just_me';

  return (
    <div className={styles.screen}>
      <DocumentHeader title={draft.name} backTo={routes.transactions}>
        <HeaderTools />
        <TransactionMenu transaction={transaction} profile={profile} />
        <Button look="primary" icon={<Icon of={Send} />} onPress={() => void draft.flush().then(() => setSending(sentFilesOf(store.getState(), files)))}>
          {alone ? t('next') : t('send')}
        </Button>
      </DocumentHeader>
      <EditorWorkspace
        document={{ id: meta.id, title: meta.title, fields: meta.attributes.fields }}
        documents={files.map((file) => ({ id: file.id, title: file.title }))}
        onDocument={choose}
        opened={opened}
        people={people}
        startPanel={draft.recipients.length === 0 ? 'people' : 'fields'}
        panels={[
          {
            key: 'people',
            text: t('people'),
            content: (
              <RecipientsPanel
                recipients={draft.recipients}
                cc={draft.cc}
                owner={owner}
                error={draft.error ? errorText(draft.error) : undefined}
                onChange={onPeople}
              />
            ),
          },
          {
            key: 'message',
            text: t('message.title'),
            content: (
              <MessageForm
                name={draft.name}
                message={draft.message}
                nameError={draft.name.trim() ? undefined : t('problem.no_title')}
                onName={(name) => draft.change({ name })}
                onMessage={(message) => draft.change({ message })}
              />
            ),
          },
        ]}
      />
      {sending ? (
        <SendDialog
          transaction={transaction}
          files={sending}
          notes={lookOver(draft.name, sending, transaction.recipients)}
          saveFields={async () => (await draft.flush()) && saveAll(store)}
          onClose={() => setSending(null)}
          onSent={({ id }) => {
            setSending(null);
            void navigate(fillPath(routes.transaction, { id }));
          }}
        />
      ) : null}
    </div>
  );
}

/** Saving while the editor is open, and once more when it is left. */
function useEditorLife(): void {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  useEffect(() => {
    const stop = startAutosave();
    return () => {
      stop();
      void saveAll(store).then(() => dispatch(editorActions.editorClosed()));
    };
  }, [dispatch, store]);
}
