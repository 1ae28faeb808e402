import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { BillingPanel } from '#web/features/billing/BillingPanel.tsx';
import { OrganizationFrame } from '#web/features/organizations/OrganizationFrame.tsx';
import AccessDeniedScreen from '../screens/AccessDeniedScreen.tsx';

/** /organization/{id}/billing: the plan of the organization, for its owner. */
export default function OrganizationBillingPage() {
  const deployment = useDeployment();
  return (
    <OrganizationFrame>
      {({ id, members }, { may }) => {
        if (!may('bill')) return <AccessDeniedScreen />;
        return deployment ? <BillingPanel key={id} deployment={deployment} orgId={id} members={members.length} /> : null;
      }}
    </OrganizationFrame>
  );
}
