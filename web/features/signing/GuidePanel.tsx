import { ArrowLeft, ArrowRight, ChevronDown, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { GuideActions } from './guide-actions.ts';
import { GuideWords } from './GuideWords.tsx';
import { PanelEntry } from './PanelEntry.tsx';
import { usePlaceName } from './place-names.ts';
import type { SigningRoot, Stop } from './signing.selectors.ts';
import { selectFileFields, selectFocused, selectProgress } from './signing.selectors.ts';
import { placeKey } from './signing.slice.ts';
import styles from './signing.module.scss';

interface GuidePanelProps {
  stop: Stop;
  actions: GuideActions;
  showsMissing: boolean;
  onSign: () => void;
}

/** The guide on handheld devices: one field at a time, with a large input and a button to the next. */
export function GuidePanel({ stop, actions, showsMissing, onSign }: GuidePanelProps) {
  const { t } = useTranslation('signing');
  const fields = useSelector((root: SigningRoot) => selectFileFields(root, stop.fileId));
  const focused = useSelector(selectFocused) ?? stop;
  const { next, previous, complete } = useSelector(selectProgress);
  const nameOf = usePlaceName();
  const own = fields.filter(({ id }) => stop.fieldIds.includes(id));
  const field = own.find(({ id }) => id === focused.fieldId) ?? own[0];
  if (!field) return null;
  const name = nameOf(stop, field);
  return (
    <section className={styles.panel} aria-label={t('guide.label')} data-panel-place={placeKey(focused)}>
      <header className={styles.panelHead}>
        <GuideWords showsMissing={showsMissing} />
        <IconButton label={t('guide.document')} plainName icon={<Icon of={ChevronDown} />} onPress={actions.close} />
      </header>
      <PanelEntry key={placeKey(stop)} stop={stop} field={field} choices={own} name={name} actions={actions} />
      <div className={styles.panelActions}>
        <Button size="large" icon={<Icon of={ArrowLeft} />} isDisabled={!previous} onPress={() => previous && actions.go(previous)}>
          {t('guide.back')}
        </Button>
        {next ? (
          <Button look={complete ? 'plain' : 'primary'} size="large" icon={<Icon of={ArrowRight} />} onPress={() => actions.go(next)}>
            {t('guide.next')}
          </Button>
        ) : null}
        {complete || !next ? (
          <Button look="primary" size="large" icon={<Icon of={PenLine} />} onPress={onSign}>
            {t('sign')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
