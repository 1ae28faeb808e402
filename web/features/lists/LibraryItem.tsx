import { Library, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Template } from '#contract/entities/template.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { takeFromLibrary } from '#web/entities/templates/library.requests.ts';
import { Button } from '#web/ui/Button.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item } from '#web/ui/ItemList.tsx';
import styles from './library.module.scss';

/** A template of the library, with its use. */
export const LibraryItem = ({ template, search }: { template: Template; search: string }) => {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const act = useAsyncAction();
  const { id, name, owner } = template;
  const use = async (): Promise<void> => {
    const made = await act.ask(() => dispatch(takeFromLibrary({ id })).unwrap());
    if (made) await navigate(fillPath(routes.libraryTransaction, { id: made.id }));
  };
  return (
    <Item
      sign={<Icon of={Library} size={24} />}
      title={
        <Link to={fillPath(routes.libraryTemplate, { id })} className={styles.title}>
          <Highlight text={name} search={search} />
        </Link>
      }
      detail={act.error ? errorText(act.error, t('failed')) : t('library.from', { name: personName(owner) })}
      actions={
        <Button icon={<Icon of={PenLine} />} isPending={act.busy} aria-label={t('library.useOf', { name })} onPress={() => void use()}>
          {t('library.use')}
        </Button>
      }
    />
  );
};
