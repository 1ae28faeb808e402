/** The pages of documents and drafts of this browser, in one chunk: they share the editor. */
export { default as MovingPage } from './MovingPage.tsx';
export { default as VisitorPage } from './VisitorPage.tsx';
export { default as VisitorUnitPage } from './VisitorUnitPage.tsx';
