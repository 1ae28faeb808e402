import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Host } from '#contract/calls/define.ts';
import { locales, type Locale } from '#contract/languages.ts';
import { counts, sizes } from '#contract/limits.ts';
import { billingFrom, encryptionFrom, hsmFrom, identityCheckerFrom, requireTls, s3From, timestampsFrom, trustedListsFrom } from './config-groups.ts';
import { certificatesFrom, cloudSourceList, ConfigError, connections, type CloudSourceSettings, type Connection } from './config-lists.ts';
import { isLoopbackAddress } from './local-only.ts';

export { ConfigError, type Connection } from './config-lists.ts';
export type { Locale } from '#contract/languages.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().positive();
/** `true` is one proxy. What stands further left in its header, whoever calls has written themselves. */
const proxies = z.string().regex(/^(true|false|\d)$/, 'true, false or the number of proxies').transform((value) => (/\d/.test(value) ? Number(value) : Number(value === 'true')));
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
/** The driver would take a foreign one, too, and ask whatever listens there. */
const databaseAddress = z.string().refine((value) => (/^(postgres(ql)?|socket):/.test(value) && URL.canParse(value)) || value.startsWith('/'), 'An address that begins with postgres://');
const localeList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()).filter((part) => part !== ''))
  // The interface languages that have texts; `LOCALES` narrows them.
  .pipe(z.array(z.enum(locales, `One of ${locales.join(', ')}`)).min(1));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  APP_URL: origin.optional(),
  PV_IDP_URL: origin.optional(),
  ALLOW_PLAIN_HTTP: flag.default(false),
  API_URL: origin.optional(),
  ACCOUNT_API_URL: origin.optional(),
  DATABASE_URL: databaseAddress.optional(),
  NATS_URL: z.url({ protocol: /^nats$/, hostname: /./ }).optional(),
  DATA_DIR: z.string().default('./data'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z.string().regex(/^([\w.-]+\/)*$/, 'empty, or folders that end with a slash').default(''),
  S3_PATH_STYLE: flag.default(false),
  S3_DIRECT_DOWNLOADS: flag.default(false),
  ENCRYPT_DOCUMENTS: flag.default(false),
  S3_TIME_LIMIT: count.default(30_000),
  SCANNER_URL: z.url({ protocol: /^(https?|clamd)$/ }).optional(),
  WEB_DIR: z.string().default(join(import.meta.dirname, '../../web/dist')),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  BILLING: flag.default(false),
  PARTY_COPY_DAYS: z.coerce.number().int().min(1).optional(),
  TRIAL_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  COMPANY_DOMAINS: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  SUPPORT_DESK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPPORT_DESK_TOKEN: z.string().optional(),
  INTEGRATIONS: flag.default(true),
  INTEGRATIONS_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  INTEGRATIONS_HOOK_TOKEN: z.string().optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().optional(),
  TRUSTED_CERTIFICATES: z.string().optional(),
  TIMESTAMP_SERVICE: flag.default(true),
  TRUSTED_LISTS: z.string().optional(),
  TRUSTED_LIST_CERTIFICATES: z.string().optional(),
  TIMESTAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  TIMESTAMP_TOKEN: z.string().optional(),
  TIMESTAMP_CERTIFICATES: z.string().optional(),
  ENABLE_SIG_REMOVAL: flag.default(false),
  SIGNING_HELPER_URL: z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin).optional(),
  HSM_MODULE: z.string().optional(),
  HSM_TOKEN: z.string().optional(),
  HSM_PIN: z.string().optional(),
  ORGANIZATIONS: flag.default(true),
  LIBRARY_TEMPLATES: flag.default(true),
  IDENTITY_SECRET_KEY: z.string().optional(),
  IDENTITY_WEBHOOK_SECRET: z.string().optional(),
  IDENTITY_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  CONNECTIONS: connections.default([]),
  CLOUD_SOURCES: cloudSourceList.default([]),
  MAIL_FROM: z.string().regex(/[^\s<>@]@[^\s<>@]/, 'An address, as in: Countersign <no-reply@example.org>').default('Countersign <no-reply@localhost>'),
  LOCALES: localeList.default([...locales]),
  MAX_FILE_SIZE: count.default(sizes.file),
  CHECK_TIME_LIMIT: count.default(60_000),
  MAX_FILE_COUNT: count.max(counts.files).default(counts.filesPerAddition),
  MAX_MEDIA_PER_KIND: count.default(counts.mediaPerKind),
  MAX_STORAGE_PER_PERSON: z.coerce.number().int().min(0).default(sizes.storagePerPerson),
  ALLOW_PHONE_CAPTURE: flag.default(true),
  COOKIE_CONSENT: flag.default(false),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(2).max(20_160).optional(),
  PROOF_OF_WORK_BITS: z.coerce.number().int().min(0).max(24).default(14),
  AUTH_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  PASSWORD_BREACH_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: proxies.default(0),
  RUN_JOBS: flag.default(true),
  CONVERSION: z.enum(['sandboxed', 'unsandboxed', 'off']).default('sandboxed'),
  OUTBOX: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  CALLS_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  CALLS_PER_MINUTE_AND_ADDRESS: z.coerce.number().int().min(0).default(6000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  SECRET_KEY: z.base64().refine((value) => Buffer.from(value, 'base64').length === 32, '32 bytes in base64').optional(),
});

export type Environment = z.infer<typeof environment>;

export interface S3Config {
  bucket: string;
  region: string;
  /** Null: the provider's own. */
  endpoint: string | null;
  /** The name under which people reach the storage; null: the same. */
  publicUrl: string | null;
  /** Null: those of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  prefix: string;
  pathStyle: boolean;
  /** Whether people fetch bodies from the storage itself. */
  directDownloads: boolean;
  /** Milliseconds for one request. */
  timeLimit: number;
}

export interface Config {
  port: number;
  host: string;
  /** Origin of the web app, without a slash at the end. */
  appUrl: string;
  /** Issuer of the OpenID provider; the same origin unless it is hosted apart. */
  issuer: string;
  /** Where each part of the server is reached: one origin, unless they are hosted apart. */
  hosts: Readonly<Record<Host, string>>;
  /** Connection string, or null for the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** Where nodes tell each other of live events; null: over the database. May contain a password: never logged. */
  natsUrl: string | null;
  /** The bucket that bodies are kept in; null: a folder. Contains a secret: never logged. */
  s3: S3Config | null;
  /** Whether new bodies are encrypted before they reach the storage. */
  encryptDocuments: boolean;
  /** What looks at uploads before they are used; null: nothing does. */
  scannerUrl: string | null;
  /** Who may read the metrics; null: this machine, where it alone reaches the installation. Never logged. */
  metricsToken: string | null;
  /** Whether documents of other kinds become PDFs: only in a sandbox, without one too, or not at all. */
  conversion: 'sandboxed' | 'unsandboxed' | 'off';
  /** Whether mail and text messages that are not sent can be read at `/outbox`, at this machine. */
  outbox: boolean;
  /** How often a person, and everybody at one address, may call; 0: without a limit. */
  callsPerMinute: { actor: number; address: number };
  /** How long parties keep a request whose owner has deleted it: days, or null for good. */
  partyCopyDays: number | null;
  dataDir: string;
  webDir: string;
  /** Contains a password: never logged. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The gateway text messages are posted to; null keeps them in the outbox. The token is never logged. */
  sms: { url: string; token: string | null } | null;
  /** Plans, quotas and payments; without billing nothing is held back. */
  billing: {
    enabled: boolean;
    trialDays: number;
    /** Verified addresses of these domains have no quota. */
    companyDomains: readonly string[];
    /** Null: the test provider, which charges nothing. Contains secrets: never logged. */
    stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | null } | null;
  };
  /** Where feedback goes; null keeps it in the database. */
  supportDesk: { url: string; token: string | null } | null;
  /** The third party that checks people's papers; null where there is none. Contains secrets: never logged. */
  identityChecker: { secretKey: string; webhookSecret: string; apiBase: string | null } | null;
  /** Certificates, DER, below which signers are believed beside the installation's own. */
  trustedCertificates: readonly Buffer[];
  /** Trusted lists of ETSI, or lists of such lists, by files and addresses, and whoever may sign them (DER); null: none are read. */
  trustedLists: { locations: readonly string[]; certificates: readonly Buffer[] } | null;
  /** The time-stamp authority, with the roots its certificates lead to; null: the installation's own. The token is never logged. */
  timestamps: { url: string; token: string | null; certificates: readonly Buffer[] } | null;
  /** Whether the installation's own time-stamp authority answers everybody. */
  timestampService: boolean;
  /** Whether signed documents may be edited, without their signatures. */
  removeSignatures: boolean;
  /** Where the signing helper answers on people's own devices; null where none is offered. */
  signingHelper: string | null;
  /** The token in which the authorities' keys are made; null: they are sealed in the database. Contains a PIN: never logged. */
  hsm: { module: string; token: string; pin: string } | null;
  /** Areas of the product that an installation can do without. */
  features: { organizations: boolean; libraryTemplates: boolean };
  /** Who is told of the services that people connect; null where nobody is, and nothing can be connected. The token is never logged. */
  integrations: { url: string; token: string | null } | null;
  /** Contain secrets: never logged. */
  connections: readonly Connection[];
  /** Where people can import documents from. Contain secrets: never logged. */
  cloudSources: readonly CloudSourceSettings[];
  locales: readonly Locale[];
  /** `checkTime`: milliseconds that one step of the check of a document may take. `storagePerPerson`: bytes; null: without a limit. */
  limits: { checkTime: number; maxFileSize: number; maxFileCount: number; maxMediaPerKind: number; storagePerPerson: number | null };
  /** Pictures may be taken with a telephone, by a link in a text message. */
  allowPhoneCapture: boolean;
  /** Whether people are asked before cookies that are not necessary are used; the product itself has none. */
  cookieConsent: boolean;
  /** After so many minutes without a use a session ends; null: with its time alone. */
  sessionIdleMinutes: number | null;
  /** How long it is known who signed in and how, and who did not. */
  authLogDays: number;
  /** Zero bits of the hash that a browser has to find before a further try; 0: no work is asked for. */
  proofOfWorkBits: number;
  /** Where passwords are looked up that are known from breaches (k-anonymity); null: nowhere. */
  passwordBreachUrl: string | null;
  /** How many proxies stand before the server, each of which adds the address it was asked from. */
  trustProxy: number;
  runJobs: boolean;
  logLevel: string;
  /** Key that encrypts private keys at rest; null means the key file in the data folder. Never logged. */
  secretKey: Buffer | null;
}

/** Reads the environment once; nothing else in the server looks at it. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings can't be used:\n${lines.join('\n')}`);
  }
  return fromEnvironment(parsed.data);
}

function fromEnvironment(values: Environment): Config {
  requireTls(values);
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    appUrl,
    issuer: values.PV_IDP_URL ?? appUrl,
    hosts: { api: values.API_URL ?? appUrl, account: values.ACCOUNT_API_URL ?? appUrl, identity: values.PV_IDP_URL ?? appUrl },
    databaseUrl: values.DATABASE_URL ?? null,
    natsUrl: values.NATS_URL ?? null,
    s3: s3From(values),
    encryptDocuments: encryptionFrom(values),
    scannerUrl: values.SCANNER_URL ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    conversion: values.CONVERSION,
    outbox: values.OUTBOX ?? isLoopbackAddress(appUrl),
    callsPerMinute: { actor: values.CALLS_PER_MINUTE, address: values.CALLS_PER_MINUTE_AND_ADDRESS },
    dataDir: resolve(values.DATA_DIR),
    webDir: resolve(values.WEB_DIR),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    sms: values.SMS_URL === undefined ? null : { url: values.SMS_URL, token: values.SMS_TOKEN ?? null },
    connections: values.CONNECTIONS,
    cloudSources: values.CLOUD_SOURCES,
    billing: billingFrom(values),
    supportDesk: values.SUPPORT_DESK_URL === undefined ? null : { url: values.SUPPORT_DESK_URL, token: values.SUPPORT_DESK_TOKEN ?? null },
    identityChecker: identityCheckerFrom(values),
    trustedCertificates: certificatesFrom('TRUSTED_CERTIFICATES', values.TRUSTED_CERTIFICATES),
    trustedLists: trustedListsFrom(values),
    timestamps: timestampsFrom(values),
    timestampService: values.TIMESTAMP_SERVICE,
    removeSignatures: values.ENABLE_SIG_REMOVAL,
    signingHelper: values.SIGNING_HELPER_URL ?? null,
    hsm: hsmFrom(values),
    features: { organizations: values.ORGANIZATIONS, libraryTemplates: values.LIBRARY_TEMPLATES },
    integrations: !values.INTEGRATIONS || values.INTEGRATIONS_HOOK_URL === undefined ? null : { url: values.INTEGRATIONS_HOOK_URL, token: values.INTEGRATIONS_HOOK_TOKEN ?? null },
    locales: values.LOCALES,
    limits: {
      checkTime: values.CHECK_TIME_LIMIT,
      maxFileSize: values.MAX_FILE_SIZE,
      maxFileCount: values.MAX_FILE_COUNT,
      maxMediaPerKind: values.MAX_MEDIA_PER_KIND,
      storagePerPerson: values.MAX_STORAGE_PER_PERSON === 0 ? null : values.MAX_STORAGE_PER_PERSON,
    },
    partyCopyDays: values.PARTY_COPY_DAYS ?? null,
    allowPhoneCapture: values.ALLOW_PHONE_CAPTURE,
    cookieConsent: values.COOKIE_CONSENT,
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES ?? null,
    authLogDays: values.AUTH_LOG_DAYS,
    proofOfWorkBits: values.PROOF_OF_WORK_BITS,
    passwordBreachUrl: values.PASSWORD_BREACH_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    runJobs: values.RUN_JOBS,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY === undefined ? null : Buffer.from(values.SECRET_KEY, 'base64'),
  };
}
