import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { Organization } from '#contract/entities/organization.ts';
import type { OrganizationAction } from '#contract/permissions/organization.permissions.ts';
import { mayInOrganization } from '#contract/permissions/organization.permissions.ts';
import { fetchOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

export interface LoadedOrganization {
  readonly organization: Organization | undefined;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
  readonly may: (action: OrganizationAction) => boolean;
  readonly userId: string;
}

/** Whether a person is permitted an action in an organization, by the same table as on the server. */
function mayAct(organization: Organization, userId: string, action: OrganizationAction): boolean {
  const membership = organization.members.find(({ id }) => id === userId) ?? null;
  return mayInOrganization({ ...organization, membership }, userId, action);
}

/** Returns the organization of the route; refetched when its screen opens. */
export function useOrganization(): LoadedOrganization {
  const { id, orgId } = useParams();
  const wanted = orgId ?? id ?? '';
  const dispatch = useAppDispatch();
  const organization = useAppSelector((state) => selectOrganization(state, wanted));
  const userId = useAppSelector(selectUserId) ?? '';
  const request = useAppSelector((state) => selectRequest(state, `${fetchOrganization.typePrefix}/${wanted}`));
  const retry = (): void => void dispatch(fetchOrganization({ id: wanted }));
  useEffect(() => {
    void dispatch(fetchOrganization({ id: wanted }));
  }, [dispatch, wanted]);
  return {
    organization,
    error: organization ? null : request.error,
    retry,
    may: (action) => organization !== undefined && mayAct(organization, userId, action),
    userId,
  };
}
