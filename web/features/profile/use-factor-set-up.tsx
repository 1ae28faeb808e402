import type { ReactNode } from 'react';
import { useState } from 'react';
import type { SecondFactorSetup } from '#contract/entities/second-factor.ts';
import type { AsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetUpFactorDialog } from './SetUpFactorDialog.tsx';

interface FactorSetUp extends Pick<AsyncAction, 'busy' | 'error'> {
  readonly start: () => Promise<void>;
  /** To be rendered by the screen. */
  readonly dialogs: ReactNode;
}

/** Sets up the second factor, from the secret to the recovery codes. `onClosed`: the recovery codes were shown. */
export function useFactorSetUp({ onSetUp, onClosed }: { onSetUp?: () => void; onClosed?: () => void }): FactorSetUp {
  const begin = useAsyncAction();
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = (shown: readonly string[]): void => {
    setSetup(null);
    setCodes(shown);
    onSetUp?.();
  };
  const close = (): void => {
    setCodes(null);
    onClosed?.();
  };
  return {
    busy: begin.busy,
    error: begin.error,
    start: async () => setSetup(await begin.ask(() => call('secondFactor.begin', {}))),
    dialogs: (
      <>
        {setup ? <SetUpFactorDialog setup={setup} onClose={() => setSetup(null)} onDone={done} /> : null}
        {codes ? <RecoveryCodesDialog codes={codes} onClose={close} /> : null}
      </>
    ),
  };
}
