import { useTranslation } from 'react-i18next';
import type { NotificationKind } from '#contract/entities/notifications.ts';
import { notificationKinds, wantsNotification, withNotification } from '#contract/entities/notifications.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { errorText } from '#web/entities/error-text.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Page } from '#web/ui/Page.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Section, Stack } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PushSetting } from './PushSetting.tsx';

/** Notifications about transactions, and about sharing and organizations. */
const aboutRequests: readonly NotificationKind[] = ['completed', 'signed', 'direct_link_used', 'declined', 'reassigned', 'canceled', 'reminder'];
const groups: readonly { group: 'requests' | 'sharing'; kinds: readonly NotificationKind[] }[] = [
  { group: 'requests', kinds: aboutRequests },
  { group: 'sharing', kinds: notificationKinds.filter((kind) => !aboutRequests.includes(kind)) },
];

/** /notifications: which notifications to send, and the preferred channel. */
const NotificationsScreen = () => {
  const { t } = useTranslation('settings');
  const profile = useAppSelector(selectProfile);
  return (
    <Page title={t('area.notifications')} text={t('notifications.text')}>
      {profile ? <Settings profile={profile} /> : <Skeleton height="320px" />}
    </Page>
  );
};

const Settings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const { error } = useAppSelector((state) => selectRequest(state, updateProfile.typePrefix));
  const { notificationSettings, notificationPriority } = profile;
  return (
    <>
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      {groups.map(({ group, kinds }) => (
        <Section key={group} title={t(`notifications.${group}`)}>
          <Stack>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                isSelected={wantsNotification(notificationSettings, kind)}
                onChange={(on) => void dispatch(updateProfile({ notificationSettings: withNotification(notificationSettings, kind, on) }))}
              >
                {t(`notifications.kind.${kind}`)}
              </Checkbox>
            ))}
          </Stack>
        </Section>
      ))}
      <Section title={t('notifications.where')}>
        <RadioGroup
          label={t('notifications.priority')}
          options={[
            { key: 'email', text: t('notifications.email') },
            { key: 'phone', text: t('notifications.phone'), ...(profile.phoneVerified ? {} : { description: t('notifications.noPhone') }) },
          ]}
          value={notificationPriority === 'phone' ? 'phone' : 'email'}
          onChange={(chosen) => void dispatch(updateProfile({ notificationPriority: chosen }))}
        />
      </Section>
      <PushSetting />
    </>
  );
};

export default NotificationsScreen;
