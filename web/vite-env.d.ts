/// <reference types="vite/client" />

/** The characters that a handwriting font contains (`scripts/vite/handwriting-fonts.ts`). */
declare module 'letters-of:*' {
  const runs: string;
  export default runs;
}

/** Strings of the controls in one language (`scripts/vite/react-aria-strings.ts`). */
declare module 'react-aria-strings:*' {}
