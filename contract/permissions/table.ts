/** The form of a permission table: who a person is to a thing, what that lets them do, and in which state of it. */
export type Rule<View> = (view: View) => boolean;

/** Acts that are not named are not allowed. */
export type PermissionTable<Actor extends string, Act extends string, View> = Readonly<Record<Actor, Readonly<Partial<Record<Act, Rule<View>>>>>>;

export const always = (): boolean => true;
export const never = (): boolean => false;

/** One rule for several acts. */
export const allow = <Act extends string>(...acts: readonly Act[]): Record<Act, typeof always> =>
  Object.fromEntries(acts.map((act) => [act, always])) as Record<Act, typeof always>;

export const actorMayIn = <Actor extends string, Act extends string, View>(
  table: PermissionTable<Actor, Act, View>, actor: Actor, act: Act, view: View,
): boolean => (table[actor][act] ?? never)(view);
