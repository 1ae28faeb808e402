import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deriveType } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { WizardBar } from '#web/features/sending/WizardBar.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { TransactionMenu } from '../resource/TransactionMenu.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { peopleOf } from './editor-people.ts';
import { HeaderTools } from './EditorTools.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { FilesFailed } from './FilesFailed.tsx';
import { SendActs } from './SendActs.tsx';
import { useDraft } from './use-draft.ts';
import { useDraftPanels } from './use-draft-panels.tsx';
import { useEditorLife } from './use-editor-life.ts';
import { useFiles, useSelectedDocument } from './use-files.ts';
import { useOpened, useServerBody } from './use-opened.ts';
import { useWizard } from './use-wizard.ts';
import styles from './documents.module.scss';

interface EditorScreenProps {
  transaction: Transaction;
  profile: Profile;
}

injectEditor();

/** The sender's draft: documents, fields, people, message, and sending. */
export function EditorScreen({ transaction, profile }: EditorScreenProps) {
  useFrame('narrow');
  const { t } = useTranslation('sending');
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpened(useServerBody(meta?.id ?? '', meta?.version));
  const draft = useDraft(transaction);
  const people = useMemo(() => peopleOf(draft.recipients), [draft.recipients]);
  const plan = usePlanFlags(transaction);
  const panels = useDraftPanels(draft, profile, plan);
  const wizard = useWizard();
  useEditorLife();
  if (error && !complete) return <FilesFailed title={t('failed')} error={error} onRetry={reload} />;
  if (!meta) return <LoadingOverlay />;
  const alone = draft.recipients.length > 0 && deriveType(profile, draft.recipients) === 'just_me';
  return (
    <div className={styles.screen}>
      <DocumentHeader title={draft.name} backTo={routes.transactions}>
        <HeaderTools />
        <TransactionMenu transaction={transaction} profile={profile} />
        {!wizard || wizard.isLast ? <SendActs transaction={transaction} draft={draft} files={files} alone={alone} /> : null}
      </DocumentHeader>
      {wizard ? <WizardBar steps={wizard.steps} current={wizard.current} onStep={wizard.go} /> : null}
      <EditorWorkspace
        document={{ id: meta.id, title: meta.title, fields: meta.attributes.fields }}
        documents={files.map(({ id, title }) => ({ id, title }))}
        onDocument={choose}
        opened={opened}
        people={people}
        plan={plan}
        startPanel={draft.recipients.length === 0 ? 'people' : 'fields'}
        panels={panels}
        asked={wizard?.asked}
      />
    </div>
  );
}
