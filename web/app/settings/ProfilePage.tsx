import ProfileScreen from '#web/features/profile/ProfileScreen.tsx';
import { StorageSection } from '#web/features/storage/StorageSection.tsx';

/** /profile: who one is, how the app looks, and how much one keeps here. */
export default function ProfilePage() {
  return <ProfileScreen storage={<StorageSection />} />;
}
