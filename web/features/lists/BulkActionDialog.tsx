import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { toAppError, type ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { notify } from '#web/ui/snackbar.ts';

export interface BulkItem {
  id: string;
  title: string;
}

interface BulkActionDialogProps {
  action: 'remind' | 'cancel' | 'delete';
  items: readonly BulkItem[];
  /** Does so with one; resolves to the error, or null. */
  run(id: string): Promise<ErrorInfo | null>;
  onClose(): void;
}

interface Failure extends BulkItem {
  error: ErrorInfo;
}

/** Runs the action for each item in turn and reports failures. One failure does not stop the others. */
function useBulkRun({ action, items, run, onClose }: BulkActionDialogProps) {
  const { t } = useTranslation('lists');
  const [left, setLeft] = useState(items);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const confirm = async (): Promise<void> => {
    const failed: Failure[] = [];
    for (const [index, item] of left.entries()) {
      setDone(index);
      const error = await run(item.id).catch((cause: unknown) => toAppError(cause).toInfo());
      if (error) failed.push({ ...item, error });
    }
    setDone(null);
    setFailures(failed);
    setLeft(failed);
    const count = left.length - failed.length;
    if (count > 0) notify(t(`many.${action}.done`, { count }));
    if (failed.length === 0) onClose();
  };
  return { left, done, failures, confirm };
}

/** Asks for confirmation before something is done with several. */
export const BulkActionDialog = (props: BulkActionDialogProps) => {
  const { action, onClose } = props;
  const { t } = useTranslation('lists');
  const { left, done, failures, confirm } = useBulkRun(props);
  const count = left.length;
  const running = done !== null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`many.${action}.title`, { count })}
      role="alertdialog"
      isDismissable={false}
      {...(running ? {} : { closeLabel: t('close') })}
      footer={
        <>
          <Button isDisabled={running} onPress={onClose}>
            {failures.length > 0 ? t('close') : t('keep')}
          </Button>
          <Button look={action === 'remind' ? 'primary' : 'negative'} isPending={running} onPress={() => void confirm()}>
            {failures.length > 0 ? t('tryAgain') : t(`many.${action}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`many.${action}.text`, { count })}</p>
      {running ? <ProgressBar label={t('many.progress', { done: done + 1, total: count })} value={done / Math.max(count, 1)} /> : null}
      {failures.length > 0 ? (
        <Banner meaning="negative">
          {new Set(failures.map(({ error }) => error.code)).size > 1 ? <p>{errorText({ code: 'multiple_errors' })}</p> : null}
          <ul>
            {failures.map(({ id, title, error }) => (
              <li key={id}>
                {title}: {errorText(error, t('failed'))}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </Dialog>
  );
};
