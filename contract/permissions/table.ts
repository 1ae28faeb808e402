/** Permission tables: for each actor, the permitted actions and the condition for each. */
export type Rule<View> = (view: View) => boolean;

/** Actions that are not listed are denied. */
export type PermissionTable<Actor extends string, Act extends string, View> = Readonly<Record<Actor, Readonly<Partial<Record<Act, Rule<View>>>>>>;

export const always = (): boolean => true;
export const never = (): boolean => false;

/** Allows several actions unconditionally. */
export const allow = <Act extends string>(...acts: readonly Act[]): Record<Act, typeof always> =>
  Object.fromEntries(acts.map((act) => [act, always])) as Record<Act, typeof always>;

export const actorMayIn = <Actor extends string, Act extends string, View>(
  table: PermissionTable<Actor, Act, View>, actor: Actor, act: Act, view: View,
): boolean => (table[actor][act] ?? never)(view);
