import { FilePlus2, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '#web/entities/store.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';

/** Uploads documents for a new request. */
export const NewRequest = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <CreateButton right="createTransactions" icon={<Icon of={FilePlus2} />} AskName={AskName} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction' }))}>
      {t('newRequest')}
    </CreateButton>
  );
};

/** Uploads documents to sign them oneself, without preparing a request. */
export const SignAlone = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <CreateButton right="createTransactions" look="plain" icon={<Icon of={PenLine} />} AskName={AskName} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction', alone: true }))}>
      {t('signAlone')}
    </CreateButton>
  );
};
