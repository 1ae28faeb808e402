import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timing } from '#contract/limits/timing.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { printPages } from '#web/services/printing/print-pages.service.ts';
import { notifyError } from '#web/ui/snackbar.ts';

export interface Print {
  /** Whether the document's permissions allow printing. */
  readonly isAllowed: boolean;
  /** 0 to 1 while the pages are rendered for printing, else null. */
  readonly progress: number | null;
  /** Starts printing, or cancels it while it is running. */
  readonly toggle: () => void;
}

/** Prints a document. `onPrinted` is called once it was passed to the print dialog. */
export function usePrint(set: PageSet, onPrinted: (() => void) | undefined): Print {
  const { t } = useTranslation('viewer');
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [set]);
  const toggle = useCallback(() => {
    if (!set.mayPrint) return;
    if (running.current) {
      running.current.abort();
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    printPages(set, { signal: controller.signal, onProgress: setProgress })
      .then((printed) => printed && onPrinted?.())
      .catch((error: unknown) => {
        console.warn('The document could not be printed', error);
        notifyError(t('print.failed'), { id: 'print', duration: timing.printFailureShown });
      })
      .finally(() => {
        running.current = null;
        setProgress(null);
      });
  }, [set, onPrinted, t]);
  return { isAllowed: set.mayPrint, progress, toggle };
}
