import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Avatar } from './Avatar.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('shows initials if a picture fails to load, and then the next picture', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = (avatar: string) => act(async () => root.render(<Avatar person={{ firstName: 'Grace', lastName: 'Hopper', avatar }} />));
  const shown = () => [place.querySelector('img')?.getAttribute('src'), place.textContent];
  await show('/gone.png');
  expect(shown()).toEqual(['/gone.png', '']);
  await act(async () => place.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(shown()).toEqual([undefined, 'GH']);
  await show('/new.png');
  expect(shown()).toEqual(['/new.png', '']);
  await act(async () => root.unmount());
});
