import { useState } from 'react';
import type { Recipient } from '#contract/entities/recipient.ts';
import { accessCodes } from '#contract/limits/sending.ts';

interface AccessCodeEntry {
  readonly recipient: Recipient;
  readonly code: string;
  readonly isShort: boolean;
}

export const isShortCode = (code: string): boolean => code.trim().length < accessCodes.shortest;

/** The access codes that the sender chooses before sending, one for each recipient who needs one that isn't sent by text message. */
export function useAccessCodes(recipients: readonly Recipient[]) {
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const entries: AccessCodeEntry[] = recipients.filter((each) => each.requireAccessCode && !each.inPerson && each.accessCodePhone === null).map((recipient) => {
    const code = codes[recipient.id] ?? '';
    return { recipient, code, isShort: isShortCode(code) };
  });
  return {
    entries,
    isMissing: entries.some(({ isShort }) => isShort),
    change: (recipientId: string, code: string): void => setCodes((old) => ({ ...old, [recipientId]: code })),
    given: entries.map(({ recipient, code }) => ({ recipientId: recipient.id, code })),
  };
}
