import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'react-redux';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { AppStore } from '#web/entities/store.ts';
import { saveAll } from '#web/features/editor/autosave.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectFile as selectEditedFile } from '#web/features/editor/editor.selectors.ts';
import type { SentFile } from '#web/features/sending/problems.ts';
import { lookOver } from '#web/features/sending/problems.ts';
import { SendDialog } from '#web/features/sending/SendDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Draft } from './use-draft.ts';

interface SendActsProps {
  transaction: Transaction;
  draft: Draft;
  files: readonly FileMeta[];
  /** Nobody else is asked. */
  alone: boolean;
}

/** The documents as they are sent: with the fields of the editor where one was opened in it. */
function sentFilesOf(root: EditorRoot, files: readonly FileMeta[]): SentFile[] {
  return files.map(({ id, title, attributes }) => ({
    id,
    title,
    fields: selectEditedFile(root, id)?.history.present ?? attributes.fields,
  }));
}

/** The button that sends, and what is looked over before. */
export function SendActs({ transaction, draft, files, alone }: SendActsProps) {
  const { t } = useTranslation('sending');
  const navigate = useNavigate();
  const store = useStore() as AppStore;
  const [sending, setSending] = useState<SentFile[] | null>(null);
  const isStart = useLocation().pathname.endsWith('/start');
  const lookThrough = async (): Promise<void> => {
    await draft.flush();
    setSending(sentFilesOf(store.getState(), files));
  };
  const look = useRef(lookThrough);
  look.current = lookThrough;
  // /transaction/{id}/start: the draft is looked over at once.
  useEffect(() => {
    if (isStart) void look.current();
  }, [isStart]);
  return (
    <>
      <Button look="primary" icon={<Icon of={Send} />} onPress={() => void lookThrough()}>
        {alone ? t('next') : t('send')}
      </Button>
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
    </>
  );
}
