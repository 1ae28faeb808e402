import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { actionErrorText } from '#web/entities/action-error-text.ts';
import { errorText } from '#web/entities/error-text.ts';
import { renameResource } from '#web/entities/rename-resource.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { announce } from '#web/ui/announce.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

export type Renamed = Resource & { readonly title: string };

/** Asks for another title of a file, transaction or template. */
export function RenameDialog({ item, onClose }: { item: Renamed; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [title, setTitle] = useState(item.title);
  const [isTried, setTried] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const wanted = title.trim();
  const submit = async (): Promise<void> => {
    setTried(true);
    if (wanted === '') return;
    if (wanted !== item.title) {
      if (!(await run(() => dispatch(renameResource(item, wanted))))) return;
      announce(t('rename.done', { title: wanted }));
    }
    onClose();
  };
  return (
    <FormDialog title={t('rename.title')} size="small" onClose={onClose} closeLabel={t('close')} cancelText={t('rename.cancel')} saveText={t('rename.save')} isPending={busy} onSubmit={() => void submit()}>
      <TextField
        autoFocus
        label={t('rename.label')}
        value={title}
        maxLength={lengths.title}
        error={isTried && wanted === '' ? t('rename.missing') : undefined}
        onChange={setTitle}
      />
      {error ? <Banner meaning="negative">{item.kind === 'file' ? actionErrorText('updateDocument', error, t('rename.failed')) : errorText(error, t('rename.failed'))}</Banner> : null}
    </FormDialog>
  );
}
