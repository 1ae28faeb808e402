import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { TextField } from '#web/ui/TextField.tsx';

interface CommittedTextProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
  /** Called on every input, for messages while typing. */
  onTyping?: (value: string) => void;
  help?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  inputMode?: 'numeric' | 'decimal' | 'text';
  maxLength?: number;
}

/** A text field that commits on blur, as one change instead of one per character. */
export function CommittedText(props: CommittedTextProps) {
  const { value, onCommit, onTyping, inputMode, ...rest } = props;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = (): void => {
    if (draft === value) return;
    // A rejected text reverts to the old value; an accepted one comes back as the new value.
    setDraft(value);
    onCommit(draft);
  };
  return (
    <TextField
      {...rest}
      {...(inputMode ? { inputMode } : {})}
      value={draft}
      onChange={(next) => {
        setDraft(next);
        onTyping?.(next);
      }}
      onBlur={commit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
