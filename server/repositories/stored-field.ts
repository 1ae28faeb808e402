import { createField, type Field } from '#contract/entities/field.ts';

const defaults = createField({ id: 'any', page: 1, rect: { x: 0, y: 0, width: 0, height: 0 } });

/** A stored field with defaults for the properties that it lacks because an earlier version stored it. Validates nothing, so it is cheap. */
export const withDefaults = (stored: Field): Field => ({ ...defaults, ...stored });
