import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { PartProps } from './account.ts';
import { CardDialog } from './CardDialog.tsx';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';

/** The card that is charged. */
export const CardSection = ({ account: { card }, deployment, orgId, onChanged }: PartProps) => {
  const { t } = useTranslation('billing');
  const [writing, setWriting] = useState(false);
  const act = useAsyncAction();
  useRefreshOnConflict(act, onChanged);
  const remove = async (): Promise<void> => {
    if (await act.run(() => call('billing.deletePaymentMethod', { query: { orgId } }))) onChanged();
  };
  const saved = (): void => {
    setWriting(false);
    onChanged();
  };
  const expires = card ? `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear)}` : '';
  return (
    <Section title={t('card.title')}>
      <ItemList label={t('card.title')}>
        <Item
          sign={<Icon of={CreditCard} size={24} />}
          title={card ? t('card.number', { brand: card.brand.toUpperCase(), last: card.cardLast4 }) : t('card.none')}
          detail={card ? t('card.expires', { date: expires }) : null}
          actions={
            <>
              <Button look="quiet" onPress={() => setWriting(true)}>
                {t(card ? 'card.change' : 'card.add')}
              </Button>
              {card ? (
                <Button look="quiet" isPending={act.busy} onPress={() => void remove()}>
                  {t('card.remove')}
                </Button>
              ) : null}
            </>
          }
        />
      </ItemList>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      {writing ? <CardDialog deployment={deployment} orgId={orgId} onClose={() => setWriting(false)} onSaved={saved} /> : null}
    </Section>
  );
};
