import { Check, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Review } from './use-review.ts';
import shared from '../shared/documents.module.scss';
import styles from './reviewing.module.scss';

interface ReviewBarProps {
  review: Review;
  isApprover: boolean;
  /** Number of documents. */
  total: number;
  /** The document on the screen. */
  shown: string;
  onDocument: (id: string) => void;
  onApprove: () => void;
  onDecline: () => void;
  onLeave: () => void;
}

/** What is left to do, below the document. */
export function ReviewBar({ review, isApprover, total, shown, onDocument, onApprove, onDecline, onLeave }: ReviewBarProps) {
  const { t } = useTranslation('reviewing');
  const { t: signing } = useTranslation('signing');
  const { next, opened } = review;
  const isDone = !isApprover && next === null;
  return (
    <section className={shared.ended} aria-label={t('label')}>
      <Hindrance review={review} isApprover={isApprover} />
      <div className={styles.bar}>
        <div className={styles.words} role="status">
          {isDone ? (
            <p className={styles.done}>
              <Icon of={CircleCheck} />
              {t('done.viewer')}
            </p>
          ) : isApprover ? null : <p>{t('enough')}</p>}
          {isDone ? <p className={styles.quiet}>{t(review.result?.status === 'completed' ? 'done.last' : 'done.text')}</p> : null}
          {total > 1 && !isDone ? <p className={styles.quiet}>{t('opened', { done: opened.size, total })}</p> : null}
        </div>
        <div className={styles.actions}>
          {isApprover ? <Button onPress={onDecline}>{t('decline')}</Button> : null}
          {next && next.id !== shown ? (
            <Button look="primary" size="large" onPress={() => onDocument(next.id)}>
              {t('next', { title: next.title })}
            </Button>
          ) : isApprover ? (
            <Button look="primary" size="large" icon={<Icon of={Check} />} isPending={next !== null} onPress={onApprove}>
              {t('approve')}
            </Button>
          ) : null}
          {isDone ? <Button onPress={onLeave}>{signing('done.see')}</Button> : null}
        </div>
      </div>
    </section>
  );
}

/** What stands in the way. */
function Hindrance({ review: { trouble, hasChanged, recordAgain }, isApprover }: Pick<ReviewBarProps, 'review' | 'isApprover'>) {
  const { t } = useTranslation('reviewing');
  if (isApprover && hasChanged) return <Banner meaning="attention">{t('changed')}</Banner>;
  if (!trouble) return null;
  const isOpening = trouble.of === 'opening';
  return (
    <Banner meaning="negative" {...(isOpening ? { actions: <Button onPress={recordAgain}>{t('tryAgain')}</Button> } : {})}>
      <p>{isOpening ? t('notCounted') : t('failed')}</p>
      <p>{errorText(trouble.error)}</p>
    </Banner>
  );
}
