import { FilePlus2, Lock, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ownRoutes } from '#contract/routes.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { accepted } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** Uploads documents for a request, or to sign them oneself, for people who may create requests. `isGuided`: they become a request anyway. */
export const RequestButtons = ({ isGuided }: { isGuided: boolean }) => {
  const { t } = useTranslation('upload');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
  const refused = useCreationRefusal('createTransactions');
  if (!userId || refused !== null) return null;
  return (
    <>
      {isGuided ? null : (
        <FileButton size="large" icon={<Icon of={FilePlus2} />} accepted={accepted} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction' }))}>
          {lists('newRequest')}
        </FileButton>
      )}
      <FileButton size="large" icon={<Icon of={PenLine} />} accepted={accepted} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction', alone: true }))}>
        {t('signAlone')}
      </FileButton>
      <LinkButton look="quiet" icon={<Icon of={Lock} />} to={ownRoutes.newEncrypted}>{t('encrypted')}</LinkButton>
    </>
  );
};
