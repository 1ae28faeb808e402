import { useMemo, useRef, useState } from 'react';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { WizardBar } from '#web/features/sending/WizardBar.tsx';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { TransactionMenu } from '../../resource/TransactionMenu.tsx';
import { ReturnedNotice } from './ReturnedNotice.tsx';
import { ToSendScreen } from './ToSendScreen.tsx';
import { UnplacedNotice } from './UnplacedNotice.tsx';
import { UnsentNotice } from './UnsentNotice.tsx';
import { Conflicts } from './Conflicts.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { peopleOf } from './editor-people.ts';
import { HeaderTools } from './EditorTools.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { SendActions, useSaveAll, useSending } from './SendActions.tsx';
import { useDraft } from './use-draft.ts';
import { useDraftPanels } from './use-draft-panels.tsx';
import { useEditorLife } from './use-editor-life.ts';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import { pageSaver } from '../shared/save-filled-page.ts';
import { useUnitFiles } from './use-unit-files.tsx';
import { useLocks } from './use-locks.ts';
import { useWizard, useWizardSwitch } from './use-wizard.ts';
import styles from '../shared/documents.module.scss';

interface EditorScreenProps {
  transaction: Transaction;
  profile: Profile;
}

injectEditor();

/** The sender's draft; once it was sent without the server, that it goes out when the server is back. */
export function EditorScreen(props: EditorScreenProps) {
  const sending = useTasks().find((task) => task.resourceId === props.transaction.id && task.call === 'transactions.start' && task.state !== 'failed');
  return sending ? <ToSendScreen task={sending} /> : <DraftScreen {...props} />;
}

/** Documents, fields, people, message, and sending. */
function DraftScreen({ transaction, profile }: EditorScreenProps) {
  useFrame('narrow');
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const draft = useDraft(transaction);
  const people = useMemo(() => peopleOf(draft.recipients), [draft.recipients]);
  const plan = usePlanFlags(transaction);
  const unsavedPage = useRef<(() => Promise<void>) | null>(null);
  const actions = useSending({ transaction, draft, files, people, profile, unsavedPage, onDocument: choose });
  const saveAll = useSaveAll(draft);
  const panels = useDraftPanels({ locks: transaction.locks, draft, profile, plan, files, onSignAlone: actions.signAlone });
  const lockOf = useLocks(transaction.locks);
  const documents = useUnitFiles({ unit: { kind: 'transaction', id: transaction.id }, files, lock: lockOf('documents') });
  const wizard = useWizard();
  const wizardSwitch = useWizardSwitch();
  const [requestedPanel, setRequestedPanel] = useState<{ readonly panel: string } | undefined>();
  useEditorLife();
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  if (!meta) return <LoadingOverlay />;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={draft.name} backTo={routes.transactions}>
        <HeaderTools beside={draft.save} />
        {documents.button}
        <TransactionMenu transaction={transaction} profile={profile} first={[...documents.actions, wizardSwitch]} save={saveAll} />
        <SendActions actions={actions} draft={draft} profile={profile} isOffered={!wizard || wizard.isLast} onPanel={(panel) => (wizard ? wizard.go(panel) : setRequestedPanel({ panel }))} onDocument={choose} />
      </DocumentHeader>
      {wizard ? <WizardBar steps={wizard.steps} current={wizard.current} onStep={wizard.go} /> : null}
      <EditorWorkspace
        document={{ id: meta.id, title: meta.title, fields: meta.attributes.fields, version: meta.metaVersion }}
        documents={files.map(({ id, title }) => ({ id, title }))}
        onDocument={choose}
        opened={opened}
        people={people}
        plan={plan}
        startPanel={draft.recipients.length === 0 ? 'people' : 'fields'}
        panels={panels}
        beside={draft.save}
        notice={<><UnsentNotice id={transaction.id} /><ReturnedNotice approval={transaction.sendApproval} /><UnplacedNotice /></>}
        fieldsLock={lockOf('fields')}
        onSavePage={opened.status === 'page' && meta.ownerId === profile.id && lockOf('fields') === null ? pageSaver(meta, opened.body, reload) : undefined}
        unsavedPage={unsavedPage}
        requestedPanel={wizard ? wizard.requestedPanel : requestedPanel}
      />
      {documents.dialog}
      <Conflicts draft={draft} files={files} />
    </div>
  );
}
