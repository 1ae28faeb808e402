/** Start and callback paths of a sign-in at another identity provider. */
export const startPath = (connection: string): string => `/v0/connections/oidc/${connection}/start`;
export const callbackPath = '/v0/connections/oidc/callback';
