import { expect, it } from 'vitest';
import { notificationSettingsDefault } from '#contract/limits/sending.ts';
import { notificationKinds, wantsNotification, withNotification } from './notifications.ts';

it('all notifications are on by default', () => {
  for (const kind of notificationKinds) expect(wantsNotification(notificationSettingsDefault, kind), kind).toBe(true);
});

it('changing one kind leaves the others unchanged', () => {
  const less = withNotification(notificationSettingsDefault, 'declined', false);
  expect(notificationKinds.filter((kind) => !wantsNotification(less, kind))).toEqual(['declined']);
  expect(withNotification(less, 'declined', true)).toBe(notificationSettingsDefault);
});
