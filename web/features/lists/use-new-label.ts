import { useState } from 'react';
import type { LabelKind } from '#contract/entities/label.ts';
import { createLabel } from '#web/entities/labels/labels.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { newObjectId } from '#web/services/object-id.ts';

export interface NewLabelState {
  kind: LabelKind;
  name: string;
  setName: (name: string) => void;
  busy: boolean;
  error: ErrorInfo | null;
  /** Whether a name is typed that is not added yet. */
  isNamed: boolean;
  /** Adds it; resolves to its id, or null if it could not be added. */
  add: () => Promise<string | null>;
}

/** A folder or tag that is being named. `onAdded`: with its id. */
export function useNewLabel(kind: LabelKind, onAdded?: (id: string) => void): NewLabelState {
  const dispatch = useAppDispatch();
  const { busy, error, run } = useAsyncAction();
  const [id, setId] = useState(newObjectId);
  const [name, setName] = useState('');
  const isNamed = name.trim() !== '';
  const add = async (): Promise<string | null> => {
    if (!isNamed || !(await run(() => dispatch(createLabel({ id, kind, name: name.trim() })).unwrap()))) return null;
    onAdded?.(id);
    setId(newObjectId());
    setName('');
    return id;
  };
  return { kind, name, setName, busy, error, isNamed, add };
}
