import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Resource } from '#web/entities/sharing/resource.ts';

/** Which thing an address is about: /file/{id}/… or /transaction/{id}/…. */
export function useResource(): Resource {
  const { id = '' } = useParams();
  const kind = useLocation().pathname.startsWith('/file/') ? 'file' : 'transaction';
  return useMemo(() => ({ kind, id }), [kind, id]);
}
