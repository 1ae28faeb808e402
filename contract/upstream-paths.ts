/** Where a sign-in at another provider begins and ends. */
export const startPath = (connection: string): string => `/v0/connections/oidc/${connection}/start`;
export const callbackPath = '/v0/connections/oidc/callback';
