import { expect, test } from 'vitest';
import { hasShell, leaveShell } from './leave-shell.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('keeps the shell until the first screen is rendered', async () => {
  document.body.innerHTML = '<div id="root"></div><div id="shell"></div>';
  const root = document.getElementById('root');
  if (!root) throw new Error('No place');
  leaveShell(root);
  root.innerHTML = '<main><p data-waits>Welcome</p></main>';
  await settled();
  expect(hasShell()).toBe(true);
  root.innerHTML = '<main><h1>Requests</h1></main>';
  await settled();
  expect(hasShell()).toBe(false);
});
