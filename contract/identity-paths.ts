/** Where the OpenID provider of the installation answers, on the identity host: its own client need not ask for it. */
export const identityPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  end_session: '/oauth/end_session',
} as const;
