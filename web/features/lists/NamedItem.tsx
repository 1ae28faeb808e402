import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Item } from '#web/ui/ItemList.tsx';

interface NamedItemProps {
  name: string;
  isEditable: boolean;
  onRename(): void;
  onDelete(): void;
}

/** A folder, a tag or a filter in the list where it is managed. */
export const NamedItem = ({ name, isEditable, onRename, onDelete }: NamedItemProps) => {
  const { t } = useTranslation('labels');
  return (
    <Item
      title={name}
      actions={isEditable ? (
        <>
          <Button look="quiet" aria-label={t('renameOf', { name })} onPress={onRename}>{t('rename')}</Button>
          <Button look="quiet" aria-label={t('deleteOf', { name })} onPress={onDelete}>{t('delete')}</Button>
        </>
      ) : null}
    />
  );
};
