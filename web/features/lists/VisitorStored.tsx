import type { ReactNode } from 'react';
import { isOfVisitor, useVisitorEntries } from '#web/entities/visitor/use-visitor-entries.ts';
import type { VisitorListKind } from './visitor-entries.ts';
import { entriesOf } from './visitor-entries.ts';
import VisitorList from './VisitorList.tsx';

/** The list of what this browser keeps; `welcome` if none of it belongs here. */
const VisitorStored = ({ kind, welcome }: { kind: VisitorListKind; welcome: ReactNode }) => {
  const entries = useVisitorEntries()?.filter(isOfVisitor) ?? null;
  const { own, others } = entriesOf(kind, entries ?? []);
  return entries && own.length + others.length === 0 ? welcome : <VisitorList kind={kind} entries={entries} />;
};

export default VisitorStored;
