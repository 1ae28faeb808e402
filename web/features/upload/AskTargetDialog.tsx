import { FilePlus2, Files, LayoutTemplate, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { rightOf } from './rights.ts';
import styles from './AskTargetDialog.module.scss';

const icons = { newTransaction: FilePlus2, alone: PenLine, newTemplate: LayoutTemplate, files: Files } as const;
const targets = [
  { key: 'newTransaction', target: { kind: 'newTransaction' } }, { key: 'alone', target: { kind: 'newTransaction', alone: true } }, { key: 'newTemplate', target: { kind: 'newTemplate' } }, { key: 'files', target: { kind: 'files' } },
] as const satisfies readonly { key: keyof typeof icons; target: UploadTarget }[];

/** Asks what dropped documents are for, where the screen does not tell. */
const AskTargetDialog = ({ files, onClose }: { files: readonly File[]; onClose(): void }) => {
  const { t } = useTranslation('upload');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const { noticeOf } = useRefusalNotice();
  const refused = { newTransaction: useCreationRefusal('createTransactions'), newTemplate: useCreationRefusal('createTemplates'), files: useCreationRefusal('createFiles') };
  const words = { newTransaction: lists('newRequest'), alone: t('signAlone'), newTemplate: lists('newTemplate'), files: lists('addFiles') };
  const choose = (target: (typeof targets)[number]['target']): void => {
    const refusal = refused[target.kind];
    if (refusal === null) dispatch(addFiles(files, target));
    else notifyError(...noticeOf(refusal, rightOf[target.kind]));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('ask.title')} closeLabel={lists('close')} footer={<Button onPress={onClose}>{lists('rename.cancel')}</Button>}>
      <ul className={styles.names}>
        {files.map(({ name }) => <li key={name}>{name}</li>)}
      </ul>
      <div className={styles.targets}>
        {targets.map(({ key, target }, index) => (
          <Button key={key} wide size="large" autoFocus={index === 0} look={index === 0 ? 'primary' : 'plain'} icon={<Icon of={icons[key]} />} onPress={() => choose(target)}>
            {words[key]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
};

export default AskTargetDialog;
