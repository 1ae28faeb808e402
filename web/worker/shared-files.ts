import { routes } from '#contract/routes.ts';
import { sharedStore } from './shared-store.ts';

/** Stores the documents of a form that the device sent, in place of those before, and opens the page that adds them. */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  if (!form) return Response.redirect(routes.upload, 303);
  const files = form.getAll(sharedStore.field).filter((value): value is File => value instanceof File);
  const store = await caches.open(sharedStore.cache);
  await Promise.all((await store.keys()).map((old) => store.delete(old)));
  await Promise.all(files.map((file, index) => store.put(`/${index}`, new Response(file, { headers: { 'content-type': file.type, [sharedStore.nameHeader]: encodeURIComponent(file.name) } }))));
  return Response.redirect(`${routes.upload}?${sharedStore.parameter}`, 303);
}
