/** Which password opens a document whose password changes while it is shown. */
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { rememberPassword } from '#web/services/documents/document-password.ts';
import type { BodySource, DocumentState } from './use-open-document.ts';
import { useOpenDocument } from './use-open-document.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const passwords = new WeakMap<Blob, string>();
const openPages = async (body: Blob, password?: string) => {
  if (password === undefined) throw new AppError('pdf_password');
  if (password !== passwords.get(body)) throw new AppError('pdf_incorrect_password');
  return { close: () => Promise.resolve() };
};
vi.mock('#web/services/engine/pages/pages.service.ts', () => ({ openPages: (body: Blob, password?: string) => openPages(body, password), warmPages: () => undefined }));
vi.mock('#web/services/engine/xhtml/xhtml.service.ts', () => ({ isXhtml: () => false }));

const protectedWith = (password: string): BodySource => {
  const body = new Blob([password]);
  passwords.set(body, password);
  return () => Promise.resolve(body);
};

test('a new version opens with its new password', async () => {
  let opened: DocumentState = { status: 'opening' };
  const Shown = ({ source }: { source: BodySource }) => {
    const now = useOpenDocument(source);
    useEffect(() => void (opened = now));
    return null;
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (source: BodySource) => act(async () => root.render(<Shown source={source} />));
  const status = () => (opened.status === 'password' ? { asks: true, wrong: opened.wrong } : opened.status);
  const type = (password: string) => act(async () => opened.status === 'password' && opened.submit(password));

  await show(protectedWith('first'));
  await vi.waitFor(() => expect(status()).toEqual({ asks: true, wrong: false }));
  await type('wrong');
  await vi.waitFor(() => expect(status()).toEqual({ asks: true, wrong: true }));
  await type('first');
  await vi.waitFor(() => expect(status()).toBe('open'));

  // As after the password was changed here.
  rememberPassword('second');
  await show(protectedWith('second'));
  await vi.waitFor(() => expect(status()).toBe('open'));

  // Nothing wrong was typed for a version whose password was changed elsewhere.
  await show(protectedWith('third'));
  await vi.waitFor(() => expect(status()).toEqual({ asks: true, wrong: false }));
  await act(async () => root.unmount());
});
