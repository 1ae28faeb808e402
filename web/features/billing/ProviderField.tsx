import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { CardField } from '#web/services/payments/cards.service.ts';
import { mountCardField } from '#web/services/payments/cards.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import styles from './billing.module.scss';

/** Font and colour of the page, for the field that the provider renders. */
const styleOf = (place: HTMLElement): object => {
  const { color, fontFamily, fontSize } = getComputedStyle(place);
  return { base: { color, fontFamily, fontSize } };
};

interface ProviderFieldProps {
  deployment: Deployment;
  onReady: (field: CardField | null) => void;
}

/** Container of the card provider's own field. */
export const ProviderField = ({ deployment, onReady }: ProviderFieldProps) => {
  const { t, i18n } = useTranslation('billing');
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let wanted = true;
    let made: CardField | null = null;
    mountCardField(deployment, element, i18n.language, styleOf(element)).then(
      (field) => {
        made = field;
        if (wanted) ready.current(field);
        else field.close();
      },
      (failure: unknown) => setError(toAppError(failure).toInfo()),
    );
    return () => {
      wanted = false;
      ready.current(null);
      made?.close();
    };
  }, [deployment, i18n.language]);
  return (
    <>
      <p>{t('card.provider')}</p>
      <div ref={place} className={styles.field} />
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
    </>
  );
};
