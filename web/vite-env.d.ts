/// <reference types="vite/client" />

/** The characters a handwriting font truly has (`scripts/vite/hands.ts`). */
declare module 'letters-of:*' {
  const runs: string;
  export default runs;
}
