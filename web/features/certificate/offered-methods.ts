import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';
import { mayUse, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import type { CertificateMethod } from './certificate-order.ts';

type Wishes = Pick<TransactionOptions, 'requireLocalCertificate' | 'requireQualifiedCertificate' | 'requireSmartCard'>;

/** Whether the options require a certificate from another authority. */
export const wantsForeign = ({ requireQualifiedCertificate, requireSmartCard }: Wishes): boolean => requireQualifiedCertificate || requireSmartCard;

/** Returns the methods that the options, the installation and the plan permit, the most likely one first. */
export function offeredMethods(options: Wishes, flags: Pick<PlanFlags, 'allowTrustedCertificates'> | null, deployment: Pick<Deployment, 'promotesTrusted'>): CertificateMethod[] {
  const foreign = wantsForeign(options);
  if (foreign) return ['local_certificate'];
  const own: CertificateMethod[] = options.requireLocalCertificate ? ['new_certificate'] : ['new_certificate', 'server_certificate'];
  return deployment.promotesTrusted && mayUse('allowTrustedCertificates', flags) ? [...own, 'local_certificate'] : own;
}
