import type { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config.ts';

export interface OutgoingMail {
  /** Stable over retries, so that a mail client shows duplicates once. */
  id: string;
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

export function smtpTransport(smtpUrl: string, config: Pick<Config, 'mailFrom' | 'appUrl'>): MailTransport {
  const transporter = nodemailer.createTransport({ url: smtpUrl, connectionTimeout }, { from: config.mailFrom });
  const domain = new URL(config.appUrl).hostname;
  return {
    send: async ({ id, ...mail }) => {
      await transporter.sendMail({ ...mail, messageId: `<${id}@${domain}>`, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transporter.close(),
  };
}
