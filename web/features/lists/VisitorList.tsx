import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { checkAddress, fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { acceptedHere } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';
import { createVisitorUnit } from '#web/services/visitor/visitor-entries.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { RemoveEntryDialog } from './RemoveEntryDialog.tsx';
import { RowSkeletons } from './RowSkeletons.tsx';
import { useListQuery } from './use-list-query.ts';
import { useSearchText } from './use-search-text.ts';
import type { VisitorAction } from './VisitorRow.tsx';
import { VisitorRow } from './VisitorRow.tsx';
import type { VisitorListKind } from './visitor-entries.ts';
import { entriesOf } from './visitor-entries.ts';
import frame from './ListFrame.module.scss';
import styles from './Row.module.scss';

const titles = { transaction: 'transactions', template: 'templates', file: 'files' } as const;
const targets = { transaction: { kind: 'newTransaction' }, template: { kind: 'newTemplate' }, file: { kind: 'files' } } as const satisfies Record<VisitorListKind, UploadTarget>;
const adding = { transaction: 'newRequest', template: 'newTemplate', file: 'addFiles' } as const;
const everything = ['all'] as const;

interface RowsProps {
  label: string;
  entries: readonly VisitorListed[];
  search: string;
  onAction(action: VisitorAction, entry: VisitorListed): void;
}

const Rows = ({ label, entries, search, onAction }: RowsProps) =>
  entries.length === 0 ? null : (
    <ul className={styles.rows} aria-label={label}>
      {entries.map((entry) => (
        <VisitorRow key={entry.id} entry={entry} search={search} onAction={onAction} />
      ))}
    </ul>
  );

/** Acts on an entry: asks before it is removed, or prepares a draft of it. */
const useActions = () => {
  const { t } = useTranslation('lists');
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<VisitorListed | null>(null);
  const prepare = async (kind: 'transaction' | 'template', { id, title }: VisitorListed): Promise<void> => {
    try {
      const unit = await createVisitorUnit(kind, [id], title);
      await navigate(fillPath(kind === 'template' ? routes.templateCreate : routes.transactionCreate, { id: unit }));
    } catch (error) {
      notifyError(errorText(toAppError(error).toInfo(), t('failed')));
    }
  };
  const act = (action: VisitorAction, entry: VisitorListed): void => {
    if (action === 'remove') setRemoving(entry);
    else void prepare(action, entry);
  };
  return { act, removing, close: () => setRemoving(null) };
};

/** A list of somebody without an account: what this browser keeps, until they sign in. */
const VisitorList = ({ kind, entries }: { kind: VisitorListKind; entries: readonly VisitorListed[] | null }) => {
  const { t, i18n } = useTranslation('lists');
  const { t: shell } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { pathname, search: addressSearch } = useLocation();
  const [query, setQuery] = useListQuery(everything);
  const [text, setText] = useSearchText(query.search, (search) => setQuery({ search }));
  const { act, removing, close } = useActions();
  const { own, others } = entriesOf(kind, entries ?? [], query.search);
  const title = t(titles[kind]);
  const found = own.length + others.length;
  useDocumentTitle(title);
  return (
    <div className={frame.screen}>
      <header className={frame.header}>
        <h1 className={frame.title}>{title}</h1>
        <div className={frame.actions}>
          <LinkButton to={checkAddress}>{t('checkDocument')}</LinkButton>
          <FileButton look="primary" accepted={acceptedHere} onFiles={(files) => dispatch(addFiles(files, targets[kind]))}>
            {t(adding[kind])}
          </FileButton>
        </div>
      </header>
      <Banner
        meaning="attention"
        actions={<Button onPress={() => void signIn({ returnTo: `${pathname}${addressSearch}`, language: i18n.language })}>{shell('signIn')}</Button>}
      >
        {t('kept.how')}
      </Banner>
      <div className={frame.tools}>
        <div className={frame.find}>
          <SearchField label={t('searchFiles')} placeholder={t('search')} clearLabel={t('clearSearch')} value={text} onChange={setText} className={frame.search} />
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {entries ? t('count', { count: found }) : t('loading')}
      </p>
      {entries === null ? <RowSkeletons label={t('loading')} pair={false} /> : null}
      {entries && found === 0 ? (
        <EmptyState icon={SearchX} title={t('nothing.found')} actions={<Button onPress={() => setText('')}>{t('nothing.clear')}</Button>}>
          {t('nothing.searched')} <mark>{query.search}</mark>
        </EmptyState>
      ) : null}
      <Rows label={title} entries={own} search={query.search} onAction={act} />
      {others.length > 0 ? <h2>{t('kept.others')}</h2> : null}
      <Rows label={t('kept.others')} entries={others} search={query.search} onAction={act} />
      <RemoveEntryDialog entry={removing} onClose={close} />
    </div>
  );
};

export default VisitorList;
