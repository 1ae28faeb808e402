/** Permission tables: for each actor, the permitted actions and the condition for each. */
export type Rule<View> = (view: View) => boolean;

/** Actions that are not listed are denied. */
export type PermissionTable<Actor extends string, Action extends string, View> = Readonly<Record<Actor, Readonly<Partial<Record<Action, Rule<View>>>>>>;

export const always = (): boolean => true;
export const never = (): boolean => false;

/** Allows several actions unconditionally. */
export const allow = <Action extends string>(...actions: readonly Action[]): Record<Action, typeof always> =>
  Object.fromEntries(actions.map((action) => [action, always])) as Record<Action, typeof always>;

export const actorMayIn = <Actor extends string, Action extends string, View>(
  table: PermissionTable<Actor, Action, View>, actor: Actor, action: Action, view: View,
): boolean => (table[actor][action] ?? never)(view);
