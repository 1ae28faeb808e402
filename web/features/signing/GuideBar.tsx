import { ArrowLeft, ArrowRight, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { GuideActions } from './guide-actions.ts';
import { GuideWords } from './GuideWords.tsx';
import { usePlaceName } from './place-names.ts';
import { Repeating } from './Repeating.tsx';
import type { SigningRoot, Stop } from './signing.selectors.ts';
import { selectFileFields, selectProgress } from './signing.selectors.ts';
import styles from './signing.module.scss';

interface GuideBarProps {
  started: boolean;
  actions: GuideActions;
  /** Whether signing was attempted with fields missing. */
  showsMissing: boolean;
  onSign: () => void;
}

/** Returns the name of the current field. */
function useNameOf(stop: Stop | null): string | null {
  const field = useSelector((root: SigningRoot) => (stop ? selectFileFields(root, stop.fileId).find(({ id }) => id === stop.fieldId) : undefined));
  const nameOf = usePlaceName();
  return stop && field ? nameOf(stop, field) : null;
}

/** The bar below the document: progress, next field, and signing. */
export function GuideBar({ started, actions, showsMissing, onSign }: GuideBarProps) {
  const { t } = useTranslation('signing');
  const { at, current, next, previous, complete } = useSelector(selectProgress);
  return (
    <div className={styles.guide} role="region" aria-label={t('guide.label')} data-foot="guide">
      <GuideWords showsMissing={showsMissing} name={useNameOf(current)} />
      <div className={styles.guideActions}>
        {previous ? <IconButton label={t('guide.back')} look="plain" icon={<Icon of={ArrowLeft} />} onPress={() => actions.go(previous)} /> : null}
        {current ? <Repeating stop={current} onUsed={actions.next} /> : null}
        {next && complete ? <IconButton label={t('guide.next')} look="plain" icon={<Icon of={ArrowRight} />} onPress={() => actions.go(next)} /> : null}
        {next && !complete ? (
          <Button look="primary" size="large" icon={<Icon of={ArrowRight} />} onPress={() => actions.go(next)}>
            {started || at > 0 ? t('guide.next') : t('guide.start')}
          </Button>
        ) : null}
        <Button look={complete ? 'primary' : 'plain'} size="large" icon={<Icon of={PenLine} />} onPress={onSign}>
          {t('sign')}
        </Button>
      </div>
    </div>
  );
}
