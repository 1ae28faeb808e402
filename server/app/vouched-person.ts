/** A person, with what the identity provider vouches for. */
export interface VouchedPerson {
  email: string | null;
  emailVerified: boolean;
  phone: string | null;
  phoneVerified: boolean;
  firstName: string | null;
  lastName: string | null;
}
