/**
 * The environment variables that the server reads. One definition per setting: the schema checks the value, and
 * `npm run docs:settings` writes docs/settings.md from the same schema.
 *
 * Metadata: `description` (required), `accepts` (accepted values, where the schema's type does not say them), `unit` (of a number),
 * `note` (follows the accepted values, for instance a special value), `unset` (what applies where the setting has no default).
 */
import { join } from 'node:path';
import { parseCrontab } from 'graphile-worker';
import { z } from 'zod';
import { captchaProviders } from '#contract/entities/captcha.ts';
import { plusAddresses } from '#contract/entities/plus-addresses.ts';
import { signInMethods } from '#contract/entities/sign-in-methods.ts';
import { locales } from '#contract/languages.ts';
import { counts } from '#contract/limits/counts.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { cloudSourceList, connections } from './config-lists.ts';

const matching = (pattern: RegExp, accepts: string) => z.string().regex(pattern, accepts).meta({ accepts });
const url = (schemes: readonly string[], hostname?: RegExp) =>
  z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), ...(hostname && { hostname }) }).meta({ accepts: `URL: ${schemes.map((scheme) => `\`${scheme}:\``).join(', ')}` });

const integer = z.coerce.number().int();
const count = integer.min(1);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const path = z.string().meta({ accepts: 'Path' });
const webUrl = url(['http', 'https']);
const origin = webUrl.transform((value) => new URL(value).origin).meta({ note: 'only the origin is used' });
const certificateLists = z.string().meta({ accepts: 'PEM files, separated by commas; `system` stands for the roots that the operating system trusts' });
/** `true` is one proxy. Callers can forge every address further left in `X-Forwarded-For`. */
const proxies = z
  .string()
  .regex(/^(true|false|\d)$/, 'true, false or the number of proxies')
  .transform((value) => (/\d/.test(value) ? Number(value) : Number(value === 'true')))
  .meta({ accepts: 'Number from 0 to 9, or `true` (1) or `false` (0)' });
/** The driver would accept a URL of any other scheme and connect to its host. */
const databaseUrl = z
  .string()
  .refine((value) => (/^(postgres(ql)?|socket):/.test(value) && URL.canParse(value)) || value.startsWith('/'), 'An address that begins with postgres://')
  .meta({ accepts: 'URL: `postgres:`, `postgresql:`, `socket:`; or the absolute path of a socket' });
const localeList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()).filter((part) => part !== ''))
  .pipe(z.array(z.enum(locales, `One of ${locales.join(', ')}`)).min(1))
  .meta({ accepts: `Languages, separated by commas: ${locales.map((locale) => `\`${locale}\``).join(', ')}` });
const signInMethodList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()).filter((part) => part !== ''))
  .pipe(z.array(z.enum(signInMethods, `One of ${signInMethods.join(', ')}`)).min(1))
  .meta({ accepts: `Methods, separated by commas: ${signInMethods.map((method) => `\`${method}\``).join(', ')}` });
const scheduleForm = 'Hour from 0 to 23, or five fields of cron (minute, hour, day, month, day of the week)';
/** As the job queue understands it, in UTC. */
const backupSchedule = z
  .string()
  .transform((value) => (/^\d{1,2}$/.test(value) ? `0 ${value} * * *` : value))
  .refine((value) => isCrontab(`${value} task`), scheduleForm)
  .meta({ accepts: scheduleForm });
function isCrontab(line: string): boolean {
  try {
    return parseCrontab(line).length === 1;
  } catch {
    return false;
  }
}
const secretKeyForm = '32 bytes in base64';
const secretKey = z.base64().refine((value) => Buffer.from(value, 'base64').length === 32, secretKeyForm).meta({ accepts: secretKeyForm });

const webServer = {
  APP_URL: origin.optional().meta({ description: 'Public address of the product. Must use `https:` unless it is a loopback address or `ALLOW_PLAIN_HTTP` is `true`.', unset: '`http://localhost:PORT`' }),
  HOST: z.string().default('localhost').meta({ description: 'Host name or IP address to listen on. `0.0.0.0` listens on all IPv4 interfaces.', accepts: 'Host name or IP address' }),
  PORT: integer.min(0).max(65_535).default(3000).describe('Port to listen on.'),
  TRUST_PROXY: proxies.default(0).describe("Number of reverse proxies in front of the server that add to `X-Forwarded-For`. The server counts that many addresses from the right to find the caller's address."),
  ALLOW_PLAIN_HTTP: flag.default(false).describe('Accept public addresses without TLS, for a closed network.'),
  API_URL: origin.optional().meta({ description: 'Origin of the API calls, if it differs from `APP_URL`.', unset: '`APP_URL`' }),
  ACCOUNT_API_URL: origin.optional().meta({ description: 'Origin of the account calls, if it differs from `APP_URL`.', unset: '`APP_URL`' }),
  PV_IDP_URL: origin.optional().meta({ description: 'Origin of sign-in and issuer of the OpenID provider, if it differs from `APP_URL`.', unset: '`APP_URL`' }),
  WEB_DIR: path.default(join(import.meta.dirname, '../../web/dist')).describe('Folder of the built web app.'),
  USE_SERVICE_WORKER: flag.default(true).describe('Keep the app in browsers, so that it starts without a network. Switched off, it is removed from browsers that had it.'),
  COOKIE_CONSENT: flag.default(false).describe('Ask for consent to cookies on every page. Only needed if you add something that requires consent; the product itself sets only necessary cookies.'),
};

const database = {
  DATABASE_URL: databaseUrl.optional().meta({ description: 'Connection string of PostgreSQL 15 or newer.', unset: 'embedded PostgreSQL in `DATA_DIR`' }),
  NATS_URL: url(['nats'], /./).optional().meta({ description: 'NATS server with JetStream, over which several nodes exchange live events.', unset: 'events go through the database' }),
};

const storage = {
  DATA_DIR: path.default('./data').describe('Folder for documents, the embedded database, the key file and trusted lists.'),
  ENCRYPT_DOCUMENTS: flag.default(false).describe('Encrypt new documents before they are stored. Set it on all nodes at once. Excludes `S3_DIRECT_DOWNLOADS`.'),
  S3_BUCKET: z.string().optional().meta({ description: 'S3 bucket for documents.', unset: 'documents are stored in `DATA_DIR`' }),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ENDPOINT: webUrl.optional().meta({ description: 'Address of an S3-compatible storage. Requires `S3_BUCKET`.', unset: 'Amazon S3' }),
  S3_PUBLIC_URL: webUrl.optional().meta({ description: 'Address of the storage as browsers reach it, for direct downloads. Must use `https:`, as `APP_URL` does.', unset: '`S3_ENDPOINT`' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({ description: 'Access key. Requires `S3_SECRET_ACCESS_KEY`.', unset: 'credentials of the machine' }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'Secret of the access key. Requires `S3_ACCESS_KEY_ID`.', unset: 'credentials of the machine' }),
  S3_PREFIX: matching(/^([\w.-]+\/)*$/, 'empty, or folders that end with a slash').default('').describe('Prefix of all object keys, to share a bucket, for instance `countersign/`.'),
  S3_PATH_STYLE: flag.default(false).describe('Put the name of the bucket into the path instead of the host name. Always on with `S3_ENDPOINT`.'),
  S3_DIRECT_DOWNLOADS: flag.default(false).describe('Let browsers download documents from the storage by presigned URLs.'),
  S3_TIME_LIMIT: count.default(30_000).meta({ description: 'Time limit for a connection to the storage, for a request, and for a pause in a download.', unit: 'milliseconds' }),
};

const messages = {
  SMTP_URL: url(['smtp', 'smtps'], /./).optional().meta({ description: 'Mail server, for instance `smtp://user:password@host:587?requireTLS=true`.', unset: 'mail stays in the outbox' }),
  MAIL_FROM: matching(/[^\s<>@]@[^\s<>@]/, 'An address, as in: Countersign <no-reply@example.org>').default('Countersign <no-reply@localhost>').describe('Sender address of mail.'),
  SMS_URL: webUrl.optional().meta({ description: 'Gateway for text messages. Receives `{ id, to, text }` by POST.', unset: 'text messages stay in the outbox' }),
  SMS_TOKEN: z.string().optional().describe('Bearer token for the gateway.'),
  WEB_PUSH: flag.default(false).describe('Let people switch on web push messages for a device. The server makes its own key pair (VAPID); it calls the push service of the browser, such as Google, Mozilla or Apple.'),
  OUTBOX: flag.optional().meta({ description: 'Show unsent mail and text messages at `/outbox`, on this machine only.', unset: '`true` if `APP_URL` is a loopback address' }),
};

const signIn = {
  CONNECTIONS: connections.default([]).meta({ description: 'OpenID providers that people can sign in with. See [Sign-in providers](hosting.md#sign-in-providers).', accepts: 'JSON array' }),
  SIGN_IN_METHODS: signInMethodList.default([...signInMethods]).describe('Ways to sign in besides `CONNECTIONS` and links in mails. Without `code`, new people create an account with a password.'),
  ENABLE_PHONE_FOR_LOGIN: flag.default(false).describe('Let people sign in with a code by text message, to a phone number that their account has confirmed. Requires `SMS_URL`, unless all messages stay in the outbox.'),
  PLUS_ADDRESSES: z.enum(plusAddresses).default('distinct').meta({
    description: 'Whether `ada+rent@example.org` is another person than `ada@example.org`.',
    note: 'With `same`, the part from the plus sign on is removed from every address that comes in, also before it is certified. Choose before people have accounts',
  }),
  SESSION_IDLE_MINUTES: integer.min(2).max(20_160).optional().meta({ description: 'Sign people out after this long without activity. The app warns one minute before.', unit: 'minutes', unset: 'sessions last 14 days' }),
  PROOF_OF_WORK_BITS: integer.min(0).max(24).default(14).meta({ description: 'Work that a browser must do before further attempts at an account or from a network: leading zero bits of a hash. Each bit doubles the work.', note: '`0` asks for none' }),
  CAPTCHA_PROVIDER: z.enum(captchaProviders).optional().meta({
    description: 'CAPTCHA that people pass before a code is mailed to a device on which they have not signed in before. Requires `CAPTCHA_SITE_KEY` and `CAPTCHA_SECRET_KEY`. See [CAPTCHA](hosting.md#captcha).',
    unset: 'none',
  }),
  CAPTCHA_SITE_KEY: z.string().optional().describe('Public key of the widget. Requires `CAPTCHA_PROVIDER`.'),
  CAPTCHA_SECRET_KEY: z.string().optional().describe('Secret with which the server verifies tokens. Requires `CAPTCHA_PROVIDER`.'),
  CAPTCHA_VERIFY_URL: webUrl.optional().meta({ description: 'Another address for verification by the same protocol (`siteverify`). Must use `https:`, as `APP_URL` does.', unset: "the provider's own" }),
  CAPTCHA_SCRIPT_URL: webUrl.optional().meta({ description: "Another address for the script of the widget. Must use `https:`, as `APP_URL` does.", unset: "the provider's own" }),
  CAPTCHA_FAIL_OPEN: flag.default(false).describe('Mail codes without a CAPTCHA while the provider is unavailable. Otherwise nobody can request a code on a new device meanwhile.'),
  PASSWORD_BREACH_URL: webUrl.optional().meta({ description: 'Service that knows leaked passwords, for instance `https://api.pwnedpasswords.com/range/`. It receives five characters of a hash.', unset: 'passwords are not looked up' }),
  AUTH_LOG_DAYS: integer.min(1).max(3650).default(90).meta({ description: 'How long sign-ins, failed attempts and changes of sign-in methods are kept.', unit: 'days' }),
  IDENTITY_SECRET_KEY: z.string().optional().meta({ description: 'Secret key of Stripe Identity, which checks identity documents and faces. Requires `IDENTITY_WEBHOOK_SECRET`.', unset: 'no automatic identity checks' }),
  IDENTITY_WEBHOOK_SECRET: z.string().optional().describe('Secret of the webhook at `/identity_checks/webhook`. Requires `IDENTITY_SECRET_KEY`.'),
  IDENTITY_API_BASE: webUrl.optional().meta({ description: 'Another address for the Stripe Identity API, for tests.', unset: "Stripe's own" }),
};

const limits = {
  MAX_FILE_SIZE: count.default(sizes.file).meta({ description: 'Largest file that can be uploaded or imported.', unit: 'bytes' }),
  MAX_FILE_COUNT: count.max(counts.files).default(counts.filesPerAddition).describe('How many files can be added to a request or template at once.'),
  MAX_MEDIA_PER_KIND: count.default(counts.mediaPerKind).describe('How many signatures, initials and photos a person can save, each.'),
  MAX_STORAGE_PER_PERSON: integer.min(0).default(sizes.storagePerPerson).meta({ description: 'Storage for one person, and without `BILLING` for each active member of an organization.', unit: 'bytes', note: '`0` removes the limit' }),
  CALLS_PER_MINUTE: integer.min(0).default(1200).meta({ description: 'Calls per minute and person.', note: '`0` removes the limit' }),
  CALLS_PER_MINUTE_AND_ADDRESS: integer.min(0).default(6000).meta({ description: 'Calls per minute and IPv4 address or IPv6 network (/64). Set `TRUST_PROXY` behind a proxy.', note: '`0` removes the limit' }),
  CHECK_TIME_LIMIT: count.default(60_000).meta({ description: 'Time limit for one step of the check of a document.', unit: 'milliseconds' }),
};

const signing = {
  SECRET_KEY: secretKey.optional().meta({ description: "Key that encrypts the installation's private keys in the database. All nodes share it.", unset: 'a key file in `DATA_DIR`' }),
  HSM_MODULE: path.optional().meta({ description: "PKCS#11 library of the HSM in which the authorities' keys are generated. Requires `HSM_TOKEN` and `HSM_PIN`.", unset: 'keys are encrypted in the database' }),
  HSM_TOKEN: z.string().optional().describe('Label of the token in the HSM.'),
  HSM_PIN: z.string().optional().describe('PIN of the token in the HSM.'),
  TRUSTED_CERTIFICATES: certificateLists.optional().meta({ description: "Roots that are trusted for signers, in addition to the installation's own.", unset: "only the installation's own root, and `TRUSTED_LISTS`" }),
  TRUSTED_LISTS: z.string().optional().meta({ description: 'Trusted lists (ETSI TS 119 612), or lists of trusted lists. Their issuers of qualified certificates are trusted for signers. Requires `TRUSTED_LIST_CERTIFICATES`.', accepts: 'URLs and files, separated by commas' }),
  TRUSTED_LIST_CERTIFICATES: certificateLists.optional().describe('Certificates that may sign the trusted lists. Requires `TRUSTED_LISTS`.'),
  PROMOTE_TRUSTED_CERTIFICATES: flag.default(true).describe('Offer certificates of other issuers to signers whom nobody asked for one. Without it, they are used only where the sender requires one.'),
  TIMESTAMP_URL: webUrl.optional().meta({ description: 'Time-stamp authority (RFC 3161). Requires `TIMESTAMP_CERTIFICATES`.', unset: "the installation's own authority" }),
  TIMESTAMP_TOKEN: z.string().optional().describe('Value of the `Authorization` header for the time-stamp authority.'),
  TIMESTAMP_CERTIFICATES: certificateLists.optional().describe('Roots of the time-stamp authority. They are trusted for time stamps only. Requires `TIMESTAMP_URL`.'),
  TIMESTAMP_SERVICE: flag.default(true).describe("Let any program request time stamps from the installation's own authority."),
  SIGNING_HELPER_URL: origin.optional().meta({ description: 'Address of the signing helper on the computers of signers, for smart cards; usually `http://127.0.0.1:17433`.', unset: 'the helper is not offered' }),
  ENABLE_SIG_REMOVAL: flag.default(false).describe('Let people edit their signed documents. The app warns them and then removes the signatures.'),
  ENABLE_UNSTABLE_FEATURES: flag.default(false).describe('Offer what is not finished. At present: the editor warns of numbers of payment cards and of US social security in a document.'),
};

const billing = {
  BILLING: flag.default(false).describe('Enable plans, quotas and payments.'),
  TRIAL_DAYS: integer.min(0).max(365).default(0).meta({ description: 'Length of the trial of a paid plan.', unit: 'days', note: '`0` offers none' }),
  COMPANY_DOMAINS: z.string().default('').meta({ description: 'Domains whose verified addresses have no quota.', accepts: 'Domains, separated by commas' }),
  STRIPE_SECRET_KEY: z.string().optional().meta({ description: 'Secret key of Stripe. Requires the other two Stripe keys.', unset: 'test cards, no charges' }),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('Publishable key of Stripe.'),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe('Secret of the webhook at `/billing/webhook`.'),
  STRIPE_API_BASE: webUrl.optional().meta({ description: 'Another address for the Stripe API, for tests.', unset: "Stripe's own" }),
};

const integrations = {
  INTEGRATIONS: flag.default(true).describe('Offer to connect other services. Also requires `INTEGRATIONS_HOOK_URL`.'),
  INTEGRATIONS_HOOK_URL: webUrl.optional().meta({ description: 'Service that is notified when somebody connects or disconnects another service.', unset: 'no services are offered' }),
  INTEGRATIONS_HOOK_TOKEN: z.string().optional().describe('Bearer token for this service.'),
  CLOUD_SOURCES: cloudSourceList.default([]).meta({ description: 'Cloud storages that documents can be imported from. See [Cloud sources](hosting.md#cloud-sources).', accepts: 'JSON array' }),
  ANALYTICS_URL: webUrl.optional().meta({ description: 'Service for usage statistics: pages seen, purchases, speed of conversions. Sent by this server, without names and addresses, for people who agreed.', unset: 'none are collected' }),
  ANALYTICS_TOKEN: z.string().optional().describe('Bearer token for that service.'),
  ERROR_REPORTS_URL: webUrl.optional().meta({ description: 'Service for reports of errors in the web app. Sent by this server, with e-mail addresses masked, for people who agreed.', unset: 'none are collected' }),
  ERROR_REPORTS_TOKEN: z.string().optional().describe('Bearer token for that service.'),
  SUPPORT_DESK_URL: webUrl.optional().meta({ description: 'Support desk that receives feedback.', unset: 'feedback stays in the table `feedback`' }),
  SUPPORT_DESK_TOKEN: z.string().optional().describe('Bearer token for the support desk.'),
  SUPPORT_WIDGET_URL: z.url().regex(/\/\d+\.js$/, 'Expected the address of a widget, as in: https://widget.freshworks.com/widgets/1234.js').optional().meta({
    description: 'Script of a Freshworks support widget, as in `https://widget.freshworks.com/widgets/1234.js`. It is loaded when somebody opens it from the feedback form.', unset: 'no widget', accepts: 'URL',
  }),
  SUPPORT_WIDGET_TRACE_FIELD: z.string().regex(/^\w{1,64}$/).default('cf_trace_id').describe('Custom field of the tickets that receives the trace id of the last failure, hidden from the person.'),
};

const backups = {
  BACKUP_FOLDER: path.optional().meta({ description: 'Folder for scheduled backups. See [Scheduled backups](operations.md#scheduled-backups).', unset: 'no scheduled backups' }),
  BACKUP_SCHEDULE: backupSchedule.default('0 2 * * *').meta({ description: 'When backups are made, in UTC.' }),
  BACKUP_KEEP: count.max(10_000).default(7).describe('How many scheduled backups are kept. A new one removes the oldest beyond this number.'),
  BACKUP_RECIPIENT: matching(/^age1[a-z0-9]+$/, 'Recipient of age: `age1…`').optional().meta({ description: 'Owner of the key that scheduled backups are encrypted to.', unset: 'not encrypted' }),
};

const operation = {
  LOCALES: localeList.default([...locales]).describe('Languages to offer.'),
  ORGANIZATIONS: flag.default(true).describe('Offer organizations.'),
  LIBRARY_TEMPLATES: flag.default(true).describe('Offer the template library.'),
  ALLOW_PHONE_CAPTURE: flag.default(true).describe('Let people take photos with their phone, through a link in a text message.'),
  CONVERSION: z.enum(['sandboxed', 'unsandboxed', 'off']).default('sandboxed').describe('Convert other documents to PDF: in a sandbox only, also without one, or not at all.'),
  SCANNER_URL: url(['http', 'https', 'clamd']).optional().meta({ description: 'Malware scanner that checks uploads before they are used.', unset: 'uploads are not scanned' }),
  PARTY_COPY_DAYS: count.optional().meta({ description: 'How long signers and copy recipients keep a request after its owner deletes it.', unit: 'days', unset: 'for good' }),
  RUN_JOBS: flag.default(true).describe('Run background jobs on this node. At least one node must.'),
  MIN_FREE_SPACE: integer.min(0).default(200_000_000).meta({ description: 'Free space in `DATA_DIR` below which `/readyz` answers 503.', unit: 'bytes', note: '`0` checks nothing' }),
  METRICS_TOKEN: z.string().min(16).optional().meta({ description: 'Bearer token for `/metrics`.', unset: '`/metrics` answers on this machine only, if `APP_URL` is a loopback address' }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn').describe('Lowest level that is logged. `info` logs every response.'),
};

/** In the order of docs/settings.md. */
export const settingGroups = {
  'Web server': webServer,
  Database: database,
  Storage: storage,
  'Mail and text messages': messages,
  'Sign-in and identity': signIn,
  Limits: limits,
  'Signing and time stamps': signing,
  Billing: billing,
  Integrations: integrations,
  Backups: backups,
  'Features and operation': operation,
} satisfies Record<string, Record<string, z.ZodType>>;

export const environment = z.object({ ...webServer, ...database, ...storage, ...messages, ...signIn, ...limits, ...signing, ...billing, ...integrations, ...backups, ...operation });

export type Environment = z.infer<typeof environment>;
