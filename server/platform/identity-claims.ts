/** A person with the claims that the identity provider has verified. */
export interface IdentityClaims {
  email: string | null;
  emailVerified: boolean;
  phone: string | null;
  phoneVerified: boolean;
  firstName: string | null;
  lastName: string | null;
}
