/** The sign-in of an organization, which alone may sign in the addresses of its domains. */
import { z } from 'zod';

/** Details of `forbidden_by_federation` at the sign-in: the connection that leads on, and its name. */
export const federation = z.object({ connection: z.string(), name: z.string() });
export type Federation = z.output<typeof federation>;
