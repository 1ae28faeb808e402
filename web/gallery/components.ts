import type { Examples } from './example.ts';
import { buttons } from './examples/buttons.tsx';
import { contents } from './examples/contents.tsx';
import { fieldAppearance } from './examples/field-appearance.tsx';
import { fields } from './examples/fields.tsx';
import { messages } from './examples/messages.tsx';

/** The examples of every component, by the name of its file. */
export const components: Readonly<Record<string, Examples>> = { ...buttons, ...fields, ...messages, ...contents, FieldAppearance: fieldAppearance };

/** Components that are seen in those of another. */
export const partOf: Readonly<Record<string, string>> = { FieldParts: 'TextField', Snackbars: 'SnackbarLayer' };
