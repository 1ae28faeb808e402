import OrganizationScreen from '#web/features/organizations/OrganizationScreen.tsx';
import { StorageSection } from '#web/features/storage/StorageSection.tsx';

/** /organization/{id}: its settings, and how much is kept in it. */
export default function OrganizationPage() {
  return <OrganizationScreen storageOf={(id) => <StorageSection orgId={id} />} />;
}
