import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { labelResources, type FilingResult } from '#web/entities/file-resources.ts';
import { useLabels } from '#web/entities/labels/use-labels.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import type { SharedKind } from '#web/entities/sharing/resource.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { announce } from '#web/ui/announce.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { changeOf, folderOf, hasTag } from './label-choice.ts';
import { NewLabelField } from './NewLabel.tsx';
import type { LabelItem } from './use-labeling.tsx';
import { useNewLabel } from './use-new-label.ts';
import styles from './labels.module.scss';

interface LabelDialogProps {
  kind: SharedKind;
  items: readonly LabelItem[];
  onClose(): void;
}

type Refused = readonly FilingResult[];

/** Which entries were not changed, and why. */
const Refusals = ({ refused, items }: { refused: Refused; items: readonly LabelItem[] }) => {
  const { t } = useTranslation('labels');
  return (
    <Banner meaning="negative">
      <ul>
        {refused.map(({ id, error }) => (
          <li key={id}>
            {items.find((item) => item.id === id)?.title}: {error === 'limit_exceeded' ? t('tooManyTags') : t('notYours')}
          </li>
        ))}
      </ul>
    </Banner>
  );
};

/** Folder and tags of one or several entries. What differs among them stays, unless it is chosen anew. */
const LabelDialog = ({ kind, items, onClose }: LabelDialogProps) => {
  const { t } = useTranslation('labels');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const { folders, tags } = useLabels();
  const { busy, error, ask } = useAsyncAction();
  const [folder, setFolder] = useState(() => folderOf(items));
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const [refused, setRefused] = useState<Refused>([]);
  const choose = (id: string, isChosen: boolean) => setChosen((before) => ({ ...before, [id]: isChosen }));
  const newFolder = useNewLabel('folder', setFolder);
  const newTag = useNewLabel('tag', (id) => choose(id, true));
  const submit = async (): Promise<void> => {
    // Names that were typed only are added, too. The reason why one can't be stands beside it.
    const wanted = newFolder.isNamed ? await newFolder.add() : folder;
    const added = newTag.isNamed ? await newTag.add() : undefined;
    if (wanted === null || added === null) return;
    const change = changeOf(items, wanted, added ? { ...chosen, [added]: true } : chosen, added ? [...tags, { id: added }] : tags);
    const results = await ask(() => dispatch(labelResources(kind, items, change)));
    const failed = results?.filter((each) => each.error !== null) ?? [];
    setRefused(failed);
    if (results === null || failed.length > 0) return;
    announce(t('saved'));
    onClose();
  };
  const options = [{ key: 'none', text: t('noFolder') }, ...folders.map(({ id, name }) => ({ key: id, text: name }))];
  return (
    <FormDialog
      title={t('title', { count: items.length })}
      onClose={onClose}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('save')}
      isPending={busy || newFolder.busy || newTag.busy}
      onSubmit={() => void submit()}
    >
      <Select label={lists('labels.folder')} options={options} value={folder === 'mixed' ? null : folder} placeholder={t('mixed')} onChange={setFolder} />
      <NewLabelField label={newFolder} />
      <fieldset className={styles.group}>
        <legend>{t('tags')}</legend>
        {tags.length > 0 ? (
          <div className={styles.tags}>
            {tags.map(({ id, name }) => {
              const state = chosen[id] ?? hasTag(items, id);
              return (
                <Checkbox key={id} isSelected={state === true} isIndeterminate={state === 'some'} onChange={(isChosen) => choose(id, isChosen)}>
                  {name}
                </Checkbox>
              );
            })}
          </div>
        ) : null}
        <NewLabelField label={newTag} />
      </fieldset>
      {refused.length > 0 ? <Refusals refused={refused} items={items} /> : null}
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};

export default LabelDialog;
