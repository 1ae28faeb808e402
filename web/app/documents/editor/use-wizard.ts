import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WizardStep } from '#web/features/sending/WizardBar.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { FIELDS } from './EditorSide.tsx';

const LAST = 'send';

interface Wizard {
  readonly steps: readonly WizardStep[];
  readonly current: string;
  readonly go: (key: string) => void;
  /** The panel to show; null in the last step. */
  readonly requestedPanel: { readonly panel: string } | undefined;
  /** Whether the next step is sending. */
  readonly isLast: boolean;
}

/** Starts the guided flow of a draft, or ends it. */
export function useWizardSwitch(): MenuAction {
  const { t } = useTranslation('sending');
  const [query, setQuery] = useSearchParams();
  const isGuided = query.get('wizard') === 'true';
  const turn = (): void => {
    const next = new URLSearchParams(query);
    if (isGuided) next.delete('wizard');
    else next.set('wizard', 'true');
    setQuery(next, { replace: true });
  };
  return { key: 'wizard', text: t(isGuided ? 'wizard.end' : 'wizard.start'), run: turn };
}

/** The guided flow of a draft (`wizard=true`): people, fields, message, then sending. Null without it. */
export function useWizard(): Wizard | null {
  const { t } = useTranslation('sending');
  const { t: editor } = useTranslation('editor');
  const [query] = useSearchParams();
  const [requestedPanel, setRequestedPanel] = useState({ panel: 'people' });
  if (query.get('wizard') !== 'true') return null;
  const steps = [
    { key: 'people', text: t('people') },
    { key: FIELDS, text: editor('fields') },
    { key: 'message', text: t('message.title') },
    { key: LAST, text: t('wizard.send') },
  ];
  const isLast = requestedPanel.panel === LAST;
  return { steps, current: requestedPanel.panel, go: (panel) => setRequestedPanel({ panel }), requestedPanel: isLast ? undefined : requestedPanel, isLast };
}
