import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { dayFormOf } from '#web/entities/field/day-forms.ts';
import { isSignedField, joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import { selectIsForm } from '#web/entities/files/files.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { EditorLayer } from '#web/features/editor/EditorLayer.tsx';
import type { SaveState } from '#web/features/editor/edited-file.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectFile, selectHasUnassigned, selectPhoneCapture } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { Person } from '#web/features/editor/people.ts';
import { PagesContext } from '#web/features/editor/pages-under.ts';
import { PeopleContext } from '#web/features/editor/people.ts';
import { PlanContext, useIncludes } from '#web/features/editor/plan.ts';
import { ProposalsBar } from '#web/features/editor/ProposalsBar.tsx';
import { useEditorShortcuts } from '#web/features/editor/use-editor-shortcuts.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { useDevice } from '#web/ui/use-device.ts';
import { PageTools } from './EditorTools.tsx';
import type { SidePanel } from './EditorSide.tsx';
import { EditorSide } from './EditorSide.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import type { PaperLayer } from '../shared/OpenedDocument.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { SignedNotice } from './SignedNotice.tsx';
import type { Detection } from './use-detection.ts';
import { useDetection } from './use-detection.ts';
import { useStoredFields, useOthersChanges } from './use-file-versions.ts';
import { useInSight } from './use-in-sight.ts';
import { useStoredProposals } from './use-stored-proposals.ts';
import { useCoreFields } from '../shared/use-open-document.ts';
import type { DocumentState } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

/** A document whose fields are edited, wherever it is kept. */
export interface EditedDocument {
  readonly id: string;
  readonly title: string;
  /** The fields kept with it; null when nobody has worked on it yet. */
  readonly fields: FileMeta['attributes']['fields'] | null;
  /** The version of the server's meta; without it the document stays in this browser. */
  readonly version?: number;
}

interface EditorWorkspaceProps {
  document: EditedDocument;
  documents: readonly { id: string; title: string }[];
  onDocument: (id: string) => void;
  opened: DocumentState;
  people: readonly Person[];
  /** What the plan holds that counts for the document; null where nobody knows yet. */
  plan?: PlanFlags | null;
  /** More panels beside the fields: people, message. */
  panels?: readonly SidePanel[];
  startPanel?: string;
  /** The panel that the guided flow asks for. */
  asked?: { readonly panel: string } | undefined;
  /** The fields stay in this browser. */
  local?: boolean;
  /** How far what is written beside the fields is saved. */
  beside?: SaveState;
}

const nowhere = { width: 612, height: 792 };

const editorLayer: PaperLayer = (page, size, paper) => <EditorLayer page={page} size={size} paper={paper} />;

/** Pages in the middle, fields and properties beside them; on a phone below. */
export function EditorWorkspace(props: EditorWorkspaceProps) {
  const { document: edited, documents, onDocument, opened, people, plan = null, panels = [], startPanel, asked, local = false, beside } = props;
  const { t } = useTranslation('editor');
  const viewer = useRef<ViewerHandle>(null);
  usePhoneCapture(local);
  useDayForm();
  const inEditor = useOpenInEditor(edited, opened);
  const proposedBefore = useStoredProposals(edited.id, inEditor.known);
  const detection = useDetection(edited.id, opened, inEditor.empty && proposedBefore === false, useIncludes(plan));
  const isForm = useAppSelector((state) => selectIsForm(state, edited.id)) ?? false;
  useAssignee(people);
  useSoleRecipient(people);
  useInSight(viewer, opened.status === 'open');
  useEditorShortcuts(opened.status === 'open', plan);
  return (
    <Surroundings people={people} plan={plan} opened={opened}>
      <FileTabs files={documents} current={edited.id} onChoose={onDocument} />
      <p id="editor-field-help" className="visually-hidden">
        {t('fieldHelp')}
      </p>
      <div className={styles.body}>
        <div className={styles.middle}>
          {inEditor.signed && !local ? <SignedNotice title={edited.title} opened={opened} /> : null}
          <ProposalsBar
            running={detection.running}
            progress={detection.progress}
            isForm={isForm}
            onStop={detection.stop}
          />
          <OpenedDocument opened={opened} title={edited.title} viewerRef={viewer} layer={editorLayer} links={false} {...(local ? {} : { fileId: edited.id })} />
          {opened.status === 'open' ? <PageTools local={local} {...(beside ? { beside } : {})} /> : null}
        </div>
        <Side opened={opened} viewer={viewer} detection={detection} canDetect={opened.status === 'open' && inEditor.known && !detection.running} panels={panels} startPanel={startPanel} asked={asked} />
      </div>
    </Surroundings>
  );
}

/** What the parts of the editor know of the people, of their plan and of the pages. */
function Surroundings({ people, plan, opened, children }: Pick<EditorWorkspaceProps, 'people' | 'opened'> & { plan: PlanFlags | null; children: ReactNode }) {
  return (
    <PeopleContext.Provider value={people}>
      <PlanContext.Provider value={plan}>
        <PagesContext.Provider value={opened.status === 'open' ? opened.set : null}>{children}</PagesContext.Provider>
      </PlanContext.Provider>
    </PeopleContext.Provider>
  );
}

interface SideProps extends Required<Pick<EditorWorkspaceProps, 'opened' | 'panels'>> {
  viewer: RefObject<ViewerHandle | null>;
  detection: Detection;
  canDetect: boolean;
  startPanel: string | undefined;
  asked: { readonly panel: string } | undefined;
}

/** The tools, beside the page on a desk and below it elsewhere. */
function Side({ opened, viewer, detection, canDetect, panels, startPanel, asked }: SideProps) {
  const device = useDevice();
  const set = opened.status === 'open' ? opened.set : null;
  const side = (
    <EditorSide
      panels={panels}
      startPanel={startPanel}
      asked={asked}
      currentPage={() => viewer.current?.page ?? 1}
      paperOf={(page) => set?.pages[page - 1] ?? nowhere}
      canDetect={canDetect}
      onDetect={detection.start}
    />
  );
  return device === 'desk' ? <aside className={styles.side}>{side}</aside> : side;
}

interface InEditor {
  /** What is found before has no file to be proposed for. */
  readonly known: boolean;
  /** Nobody has placed a field yet, and the file has none of its own. */
  readonly empty: boolean;
  /** Somebody has signed it before. */
  readonly signed: boolean;
}

/** Puts the document's fields into the editor once they are known. */
function useOpenInEditor(edited: EditedDocument, opened: DocumentState): InEditor {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const inFile = useCoreFields(opened, { named: true });
  const kept = useRef(edited.fields);
  kept.current = edited.fields;
  const basedOn = useRef(edited.version);
  basedOn.current = edited.version;
  const { id } = edited;
  useEffect(() => {
    dispatch(editorActions.fileShown(id));
  }, [dispatch, id]);
  useEffect(() => {
    if (inFile === null) return undefined;
    const before = kept.current ?? [];
    const left = new AbortController();
    const base = basedOn.current === undefined ? {} : { base: { fields: before, version: basedOn.current } };
    void joinFieldsInSlices(before, inFile, left.signal, selectPhoneCapture(store.getState())).then((fields) => {
      if (fields && !left.signal.aborted) dispatch(editorActions.fileOpened({ id, fields, ...base, fresh: fields.length > before.length }));
    });
    return () => left.abort();
  }, [dispatch, store, id, inFile]);
  const known = useAppSelector((state) => selectFile(state, id) !== undefined);
  useStoredFields(edited, known);
  useOthersChanges(edited);
  const first = edited.fields === null || edited.fields.length === 0;
  return { known, empty: known && first && inFile?.length === 0, signed: inFile?.some(isSignedField) ?? false };
}

/** Pictures from a phone are a matter of the installation; visitors ask it for nothing. */
function usePhoneCapture(local: boolean): void {
  const dispatch = useAppDispatch();
  const allowed = useDeployment(!local)?.allowPhoneCapture ?? true;
  useEffect(() => {
    dispatch(editorActions.phoneCaptureKnown(allowed));
  }, [dispatch, allowed]);
}

/** New dates are written as the person writes days. */
function useDayForm(): void {
  const dispatch = useAppDispatch();
  const { i18n } = useTranslation();
  const dayForm = dayFormOf(formatLocale(i18n.language));
  useEffect(() => {
    dispatch(editorActions.dayFormKnown(dayForm));
  }, [dispatch, dayForm]);
}

/** Who signs alone fills everything that has no owner: fields of the file, accepted proposals, in whatever order they came. */
function useSoleRecipient(people: readonly Person[]): void {
  const dispatch = useAppDispatch();
  const [only] = people.length === 1 ? people : [];
  const to = useMemo(() => (only && isRecipientSet(only.recipient) ? only.recipient : null), [only]);
  const unassigned = useAppSelector((state) => to !== null && selectHasUnassigned(state));
  useEffect(() => {
    if (to && unassigned) dispatch(editorActions.unassignedGiven({ to, silent: true }));
  }, [dispatch, to, unassigned]);
}

/** New fields go to the first recipient until another is chosen. */
function useAssignee(people: readonly Person[]): void {
  const dispatch = useAppDispatch();
  const first = people[0]?.recipient ?? null;
  const key = first ? `${first.email ?? ''}/${first.phone ?? ''}` : '';
  const latest = useRef(first);
  latest.current = first;
  useEffect(() => {
    dispatch(editorActions.assigneeChosen(latest.current));
  }, [dispatch, key]);
}
