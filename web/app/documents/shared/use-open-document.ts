import { startTransition, useCallback, useEffect, useState } from 'react';
import type { FileMeta } from '#contract/entities/file.ts';
import { fetchBody } from '#web/services/api/bodies.ts';
import { knownPassword, rememberPassword } from '#web/services/documents/document-password.ts';
import { reachDocument } from '#web/services/documents/reach-document.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { readFields, readNamedFields } from '#web/services/engine/core/file-fields.service.ts';
import type { DistantBody, PageSet } from '#web/services/engine/pages/pages.service.ts';
import { openPages, warmPages } from '#web/services/engine/pages/pages.service.ts';
import type { XhtmlPage } from '#web/services/engine/xhtml/xhtml.service.ts';
import { isXhtml, readXhtml } from '#web/services/engine/xhtml/xhtml.service.ts';
import type { CoreField } from '#web/entities/field/file-fields.ts';

/** State of a document that is being opened; `body` has its bytes or reads them in ranges. */
export type DocumentState<Body = Blob> =
  | { status: 'opening' }
  | { status: 'password'; wrong: boolean; submit: (password: string) => void }
  | { status: 'failed'; error: ErrorInfo; retry: () => void }
  | { status: 'page'; page: XhtmlPage; body: Blob }
  | { status: 'open'; set: PageSet; body: Body; password: string | undefined };

/** A read-only document, which may be read in ranges. */
export type ViewedDocumentState = DocumentState<Blob | DistantBody>;

/** Loads the bytes of a document. A new function means a new document. */
export type BodySource<Body = Blob> = () => Promise<Body>;

export function useServerBody(fileId: string, version: number | undefined): BodySource | null {
  const source = useCallback(() => fetchBody(fileId, version ? { version } : {}).then(({ body }) => body), [fileId, version]);
  return fileId ? source : null;
}

/** Body for viewing: a PDF is read in ranges, page by page. */
export function useServerPages(file: Pick<FileMeta, 'id' | 'version' | 'ext'> | undefined): BodySource<Blob | DistantBody> | null {
  const { id = '', version, ext } = file ?? {};
  const source = useCallback(
    (): Promise<Blob | DistantBody> => {
      const of = version ? { version } : {};
      return ext === 'pdf' ? reachDocument(id, of) : fetchBody(id, of).then(({ body }) => body);
    },
    [id, version, ext],
  );
  return id ? source : null;
}

/** A typed password belongs to one source: the next version of a document may have another. */
interface Attempt<Body> {
  readonly number: number;
  readonly typed?: { readonly password: string; readonly source: BodySource<Body> };
}

/** Opens a document, and closes it when the source changes. */
export function useOpenDocument<Body extends Blob | DistantBody = Blob>(source: BodySource<Body> | null): DocumentState<Body> {
  const [opened, setOpened] = useState<DocumentState<Body>>({ status: 'opening' });
  const [attempt, setAttempt] = useState<Attempt<Body>>({ number: 0 });
  useEffect(() => {
    if (!source) return undefined;
    let wanted = true;
    let set: PageSet | undefined;
    const typed = attempt.typed?.source === source ? attempt.typed.password : undefined;
    setOpened({ status: 'opening' });
    // The rendering worker starts while the bytes are loading.
    warmPages();
    const open = async (): Promise<void> => {
      const body = await source();
      if (body instanceof Blob && isXhtml(body)) {
        const page = await readXhtml(body);
        if (wanted) setOpened({ status: 'page', page, body });
        return;
      }
      const password = typed ?? knownPassword();
      set = await openPages(body, password);
      if (typed) rememberPassword(typed);
      const now: DocumentState<Body> = { status: 'open', set, body, password };
      // The screen is large; a transition keeps the page responsive while it renders.
      if (wanted) startTransition(() => setOpened(now));
      else await set.close();
    };
    open().catch((failure: unknown) => {
      if (!wanted) return;
      const error = toAppError(failure).toInfo();
      const again = (password?: string) => setAttempt((old) => ({ number: old.number + 1, ...(password ? { typed: { password, source } } : {}) }));
      if (error.code === 'pdf_password' || error.code === 'pdf_incorrect_password') {
        setOpened({ status: 'password', wrong: typed !== undefined && error.code === 'pdf_incorrect_password', submit: again });
      } else setOpened({ status: 'failed', error, retry: () => again() });
    });
    return () => {
      wanted = false;
      void set?.close();
    };
  }, [source, attempt]);
  return opened;
}

/** Fields by document, so that each one is read once. */
const readings = new WeakMap<Blob, Promise<CoreField[]>>();

function fieldsIn(body: Blob, password: string | undefined, read: typeof readFields): Promise<CoreField[]> {
  const known = readings.get(body);
  if (known) return known;
  const reading = read(body, password);
  readings.set(body, reading);
  reading.catch(() => readings.delete(body));
  return reading;
}

/** AcroForm fields of a document; null until they are read, empty if that fails. */
export function useCoreFields(opened: DocumentState, { named = false } = {}): CoreField[] | null {
  const [fields, setFields] = useState<CoreField[] | null>(null);
  const body = opened.status === 'open' ? opened.body : null;
  const password = opened.status === 'open' ? opened.password : undefined;
  useEffect(() => {
    setFields(null);
    if (!body) return undefined;
    let wanted = true;
    fieldsIn(body, password, named ? readNamedFields : readFields).then(
      (found) => wanted && setFields(found),
      (error: unknown) => {
        console.warn('The fields of the document could not be read', toAppError(error).code);
        if (wanted) setFields([]);
      },
    );
    return () => {
      wanted = false;
    };
  }, [body, password, named]);
  return fields;
}
