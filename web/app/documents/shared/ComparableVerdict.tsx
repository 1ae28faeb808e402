import type { SignatureReport } from '@countersign/core';
import { Suspense, lazy, useState } from 'react';
import type { ComponentProps } from 'react';
import { DocumentVerdict } from '#web/features/verdict/DocumentVerdict.tsx';
import { signerName } from '#web/features/verdict/verdict.ts';
import type { DocumentState } from './use-open-document.ts';

const ComparisonDialog = lazy(() => import('#web/features/comparison/ComparisonDialog.tsx'));

type ComparableVerdictProps = Omit<ComponentProps<typeof DocumentVerdict>, 'onCompare'> & { opened: DocumentState };

/** The signature report of an open document, with a comparison of its revisions. */
export function ComparableVerdict({ opened, ...verdict }: ComparableVerdictProps) {
  const [compared, compare] = useState<SignatureReport | null>(null);
  if (opened.status !== 'open') return <DocumentVerdict {...verdict} />;
  const { body, password } = opened;
  return (
    <>
      <DocumentVerdict {...verdict} onCompare={compare} />
      {compared ? (
        <Suspense>
          <ComparisonDialog signer={signerName(compared)} compared={{ body, password, revisionEnd: compared.revisionEnd }} onClose={() => compare(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
