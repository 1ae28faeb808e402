/** The certificate library, with what it needs before it; both load when somebody signs. */
export async function certificateLibrary() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
