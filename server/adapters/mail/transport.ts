import type { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config.ts';

interface OutgoingMail {
  /** Stable over retries, so that a mail client shows duplicates once. */
  id: string;
  /** Shown instead of the name in `MAIL_FROM`; the address stays. */
  senderName: string | null;
  to: { address: string; name: string };
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Readable }[];
}

/** Delivers mails. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/**
 * Milliseconds until the server's greeting. Nothing has been handed over by then, so giving up early can't cause
 * duplicates; afterwards the time limits of RFC 5321, 4.5.3.2 apply.
 */
const connectionTimeout = 30_000;

/** "Countersign <no-reply@example.org>" or the address alone. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export function smtpTransport(smtpUrl: string, config: Pick<Config, 'mailFrom' | 'appUrl'>): MailTransport {
  const transporter = nodemailer.createTransport({ url: smtpUrl, connectionTimeout }, { from: config.mailFrom });
  const domain = new URL(config.appUrl).hostname;
  return {
    send: async ({ id, senderName, ...mail }) => {
      const from = senderName === null ? config.mailFrom : { name: senderName, address: addressIn(config.mailFrom) };
      await transporter.sendMail({ ...mail, from, messageId: `<${id}@${domain}>`, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transporter.close(),
  };
}
