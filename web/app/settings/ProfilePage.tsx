import ProfileScreen from '#web/features/profile/ProfileScreen.tsx';
import { DeviceSection } from '#web/features/storage/DeviceSection.tsx';
import { StorageSection } from '#web/features/storage/StorageSection.tsx';
import { WaitingSection } from '#web/features/tasks/WaitingSection.tsx';

/** /profile: who one is, how the app looks, and what one stores here and on this device. */
export default function ProfilePage() {
  return <ProfileScreen storage={<><StorageSection /><DeviceSection /><WaitingSection /></>} />;
}
