import { expect, it } from 'vitest';
import { notificationSettingsDefault } from '#contract/limits.ts';
import { notificationKinds, wantsNotification, withNotification } from './notifications.ts';

it('everything is wanted to begin with', () => {
  for (const kind of notificationKinds) expect(wantsNotification(notificationSettingsDefault, kind), kind).toBe(true);
});

it('one kind changes without the others', () => {
  const less = withNotification(notificationSettingsDefault, 'declined', false);
  expect(notificationKinds.filter((kind) => !wantsNotification(less, kind))).toEqual(['declined']);
  expect(withNotification(less, 'declined', true)).toBe(notificationSettingsDefault);
});
