import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { usePreparation } from './use-preparation.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
afterEach(() => act(() => root.unmount()));

const keyOf = (id: string): SigningKey => ({ id, signatureType: 'local', certificate: new Uint8Array(), chain: [], sign: async () => new Uint8Array() });

function open() {
  root = createRoot(document.createElement('div'));
  const runs: { key: string | null; signal: AbortSignal }[] = [];
  let end = (): void => undefined;
  const Screen = ({ chosen, isForeign }: { chosen: SigningKey | null; isForeign: boolean }) => {
    const endPreparation = usePreparation(async (key, signal) => void runs.push({ key: key?.id ?? null, signal }), chosen, isForeign);
    useEffect(() => {
      end = endPreparation;
    });
    return null;
  };
  const show = (chosen: SigningKey | null, isForeign = false) => act(() => root.render(<Screen chosen={chosen} isForeign={isForeign} />));
  return { show, end: () => end(), runs: () => runs.map(({ key, signal }) => [key, signal.aborted]) };
}

test('the key of this browser is prepared as long as no other is chosen', () => {
  const { show, runs } = open();
  const card = keyOf('card');
  show(null);
  show(null);
  expect(runs()).toEqual([[null, false]]);
  show(card);
  expect(runs()).toEqual([[null, true], ['card', false]]);
});

test('a request for keys of other issuers prepares nothing until one is chosen', () => {
  const { show, runs } = open();
  show(null, true);
  expect(runs()).toEqual([]);
  show(keyOf('card'), true);
  expect(runs()).toEqual([['card', false]]);
});

test('the preparation ends when the signing starts', () => {
  const { show, end, runs } = open();
  show(null);
  end();
  show(null);
  expect(runs()).toEqual([[null, true]]);
});
