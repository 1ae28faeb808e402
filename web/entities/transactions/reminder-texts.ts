import { participationOf, type Recipient } from '#contract/entities/recipient.ts';

const keys = {
  signer: { title: 'remind.defaultTitle', message: 'remind.defaultMessage' },
  approver: { title: 'remind.approver.title', message: 'remind.approver.message' },
  viewer: { title: 'remind.viewer.title', message: 'remind.viewer.message' },
} as const;

/** The keys of the proposed texts of a reminder, by what the recipient is asked for. */
export const reminderTexts = (recipient: Pick<Recipient, 'participation'>) => keys[participationOf(recipient)];
