/** Endpoints of the installation's OpenID provider on the identity host. Its own client uses them without discovery. */
export const identityPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  end_session: '/oauth/end_session',
} as const;
