/**
 * Addresses with a part after a plus sign (document 2 §5.1): `ada+rent@example.org`. Whether such an address is a mailbox of its own
 * depends on the mail server, so an installation decides.
 */
export const plusAddresses = ['distinct', 'same'] as const;
export type PlusAddresses = (typeof plusAddresses)[number];

let installed: PlusAddresses = 'distinct';

/** Set once, from the configuration, before the first address comes in. */
export const installPlusAddresses = (chosen: PlusAddresses): void => {
  installed = chosen;
};

/** The address under which this installation knows a person. */
export const knownAddress = (email: string): string => (installed === 'same' ? email.replace(/^([^+@]+)\+[^@]*@/, '$1@') : email);
