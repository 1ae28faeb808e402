import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { HandOver } from './HandOver.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test.each([[[], false], [['alan'], true]])('what is lost with the key depends on whether there are passwords: %j', async (passwordSigners, hasPassword) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const request = { sent: { signers: ['grace', 'alan'].map((id) => ({ id, email: `${id}@example.com`, firstName: id, lastName: null })) }, passwordSigners } as unknown as OpenedRequest;
  await act(async () => root.render(<HandOver transaction={{ id: 'a'.repeat(24) } as Transaction} transactionKey={new Uint8Array(32)} request={request} />));
  expect(document.body.textContent?.includes('handOver.keepOrPassword')).toBe(hasPassword);
  await act(async () => root.unmount());
});
