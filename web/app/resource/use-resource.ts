import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Resource } from '#web/entities/sharing/resource.ts';

/** Kind and id of the resource in the path: /file/{id}/…, /template/{id}/… or /transaction/{id}/…. */
export function useResource(): Resource {
  const { id = '' } = useParams();
  const [, first] = useLocation().pathname.split('/');
  const kind = first === 'file' || first === 'template' ? first : 'transaction';
  return useMemo(() => ({ kind, id }), [kind, id]);
}
