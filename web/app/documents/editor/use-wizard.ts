import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WizardStep } from '#web/features/sending/WizardBar.tsx';
import { FIELDS } from './EditorSide.tsx';

const LAST = 'send';

interface Wizard {
  readonly steps: readonly WizardStep[];
  readonly current: string;
  readonly go: (key: string) => void;
  /** The panel to show; null in the last step. */
  readonly asked: { readonly panel: string } | undefined;
  /** Whether the next step is sending. */
  readonly isLast: boolean;
}

/** The guided flow of a draft (`wizard=true`): people, fields, message, then sending. Null without it. */
export function useWizard(): Wizard | null {
  const { t } = useTranslation('sending');
  const { t: editor } = useTranslation('editor');
  const [query] = useSearchParams();
  const [asked, setAsked] = useState({ panel: 'people' });
  if (query.get('wizard') !== 'true') return null;
  const steps = [
    { key: 'people', text: t('people') },
    { key: FIELDS, text: editor('fields') },
    { key: 'message', text: t('message.title') },
    { key: LAST, text: t('wizard.send') },
  ];
  const isLast = asked.panel === LAST;
  return { steps, current: asked.panel, go: (panel) => setAsked({ panel }), asked: isLast ? undefined : asked, isLast };
}
