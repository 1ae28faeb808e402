import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { noRules, type FieldRules } from '#contract/entities/rules.ts';
import RuleProperties from './RuleProperties.tsx';

vi.mock('./ExpressionInput.tsx', () => ({ ExpressionInput: () => null }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

test.each([[{ ...noRules, shownWhen: 'filled(a)' }, true], [null, false]])('rules are open at first if there are some (%o), and stay so when they are deleted', async (rules, isOpen) => {
  const page = document.createElement('div');
  root = createRoot(page);
  const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 } });
  const render = (next: FieldRules | null) => act(async () => root?.render(<RuleProperties field={{ ...field, rules: next }} change={() => undefined} />));
  await render(rules);
  expect(page.querySelector('details')?.open).toBe(isOpen);
  await render(null);
  expect(page.querySelector('details')?.open).toBe(isOpen);
});
