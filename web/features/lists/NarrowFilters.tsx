import { CalendarRange } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { ChangeQuery } from './use-list-query.ts';

const NarrowDialog = lazy(withFurtherTexts(() => import('./NarrowDialog.tsx')));

interface NarrowFiltersProps {
  query: ListQuery;
  hasPeople: boolean;
  onQuery: ChangeQuery;
}

/** Opens the filters by person and date. */
export const NarrowFilters = (props: NarrowFiltersProps) => {
  const { t } = useTranslation('lists');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon of={CalendarRange} />} onPress={() => setOpen(true)}>
        {t(props.hasPeople ? 'narrow.open' : 'narrow.openDate')}
      </Button>
      {isOpen ? (
        <Suspense>
          <NarrowDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
