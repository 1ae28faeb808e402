/** Loads the X.509 library with its polyfill, when somebody signs. */
export async function certificateLibrary() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
