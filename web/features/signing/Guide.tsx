import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { announce } from '#web/ui/announce.ts';
import { GuideBar } from './GuideBar.tsx';
import { GuidePanel } from './GuidePanel.tsx';
import type { GuideActions } from './guide-actions.ts';
import { selectProgress } from './signing.selectors.ts';
import { useHandheld } from './use-handheld.ts';

interface GuideProps {
  started: boolean;
  actions: GuideActions;
  onFinish: () => void;
}

/** The guide below the document: progress, next field, and signing. On handheld devices fields are filled here as well. */
export function Guide({ started, actions, onFinish }: GuideProps) {
  const { t } = useTranslation('signing');
  const { current, complete, open } = useSelector(selectProgress);
  const [showsMissing, setShowsMissing] = useState(false);
  const isHandheld = useHandheld();
  useEffect(() => {
    if (complete) setShowsMissing(false);
  }, [complete]);
  const sign = (): void => {
    if (complete) {
      onFinish();
      return;
    }
    setShowsMissing(true);
    announce(t('guide.missing', { count: open }));
    actions.openPlace();
  };
  const shared = { actions, showsMissing, onSign: sign };
  return isHandheld && current ? <GuidePanel {...shared} stop={current} /> : <GuideBar {...shared} started={started} />;
}
