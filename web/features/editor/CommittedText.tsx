import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { TextField } from '#web/ui/TextField.tsx';

interface CommittedTextProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
  /** Called with every letter, for messages while typing. */
  onTyping?: (value: string) => void;
  help?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  inputMode?: 'numeric' | 'decimal' | 'text';
  maxLength?: number;
}

/** A text that counts as one change when it is left, not one for each letter. */
export function CommittedText(props: CommittedTextProps) {
  const { value, onCommit, onTyping, inputMode, ...rest } = props;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = (): void => {
    if (draft === value) return;
    // What is not taken goes back to what it was; what is comes again as the new value.
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
