import type { SignInMethod } from '#contract/entities/sign-in-methods.ts';
import { resolve } from 'node:path';
import type { PlusAddresses } from '#contract/entities/plus-addresses.ts';
import type { CaptchaProvider } from '#contract/entities/captcha.ts';
import type { Host } from '#contract/calls/define.ts';
import type { Locale } from '#contract/languages.ts';
import { backupsFrom, billingFrom, captchaFrom, encryptionFrom, hsmFrom, identityCheckerFrom, phoneSignInFrom, requireTls, s3From, timestampsFrom, trustedListsFrom } from './config-groups.ts';
import { certificatesFrom, ConfigError, type CloudSourceSettings, type Connection } from './config-lists.ts';
import { isLoopbackUrl } from './loopback.ts';
import { environment, type Environment } from './settings.ts';

export { ConfigError, type Connection } from './config-lists.ts';
export type { Locale } from '#contract/languages.ts';

export interface S3Config {
  bucket: string;
  region: string;
  /** Null: the default endpoint of the provider. */
  endpoint: string | null;
  /** The public address of the storage, for browsers; null: the same as `endpoint`. */
  publicUrl: string | null;
  /** Null: the credentials of the machine's environment. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  prefix: string;
  pathStyle: boolean;
  /** Whether browsers download bodies from the storage directly. */
  directDownloads: boolean;
  /** Milliseconds per request. */
  timeLimit: number;
}

export interface Config {
  port: number;
  host: string;
  /** Origin of the web app, without a trailing slash. */
  appUrl: string;
  /** Issuer of the OpenID provider; the app's origin unless the provider is hosted apart. */
  issuer: string;
  /** Origin of each part of the server; all the same unless they are hosted apart. */
  hosts: Readonly<Record<Host, string>>;
  /** Connection string, or null for the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /**
   * NATS server through which nodes announce live events; null: the database is used. May contain a password: never
   * logged.
   */
  natsUrl: string | null;
  /** The bucket for document bodies; null: a local folder. Contains a secret: never logged. */
  s3: S3Config | null;
  /** Whether new bodies are encrypted before they are written to the storage. */
  encryptDocuments: boolean;
  /** Scanner that checks uploads before they are used; null: no scan. */
  scannerUrl: string | null;
  /**
   * Token for reading the metrics; null: only this machine may read them, and only if the installation is reached
   * by a loopback address. Never logged.
   */
  metricsToken: string | null;
  /** Bytes that must be free in the data folder for the server to be ready; 0: any. */
  minFreeSpace: number;
  /** Whether documents of other formats are converted to PDF: only in a sandbox, also without one, or not at all. */
  conversion: 'sandboxed' | 'unsandboxed' | 'off';
  /** Whether unsent mail and text messages can be read at `/outbox`, from this machine. */
  outbox: boolean;
  /** Calls per minute for each person and for each network address; 0: no limit. */
  callsPerMinute: { actor: number; address: number };
  /** How long the parties keep a transaction that its owner has deleted: days, or null for no limit. */
  partyCopyDays: number | null;
  dataDir: string;
  webDir: string;
  /** Contains a password: never logged. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Gateway that text messages are posted to; null: they stay in the outbox. The token is never logged. */
  sms: { url: string; token: string | null } | null;
  /** Whether people can switch on web push messages for a device. */
  webPush: boolean;
  /** Plans, quotas and payments; without billing there are no limits by plan. */
  billing: {
    enabled: boolean;
    trialDays: number;
    /** Verified addresses of these domains have no quota. */
    companyDomains: readonly string[];
    /** Null: the test provider, which charges nothing. Contains secrets: never logged. */
    stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | null } | null;
  };
  /** Services for usage statistics and error reports; null: none. The tokens are never logged. */
  supportWidget: { url: string; traceField: string } | null;
  analytics: { url: string; token: string | null } | null;
  errorReports: { url: string; token: string | null } | null;
  /** Endpoint for feedback; null: it is stored in the database. */
  supportDesk: { url: string; token: string | null } | null;
  /** The third party that verifies identity documents; null: none. Contains secrets: never logged. */
  identityChecker: { secretKey: string; webhookSecret: string; apiBase: string | null } | null;
  /** Whether certificates of other issuers are offered to signers of whom none is required. */
  promotesTrusted: boolean;
  /** Trust anchors for signers, DER, in addition to the installation's own. */
  trustedCertificates: readonly Buffer[];
  /**
   * ETSI trusted lists, or lists of such lists, by file or URL, with the certificates of their permitted signers
   * (DER); null: none are read.
   */
  trustedLists: { locations: readonly string[]; certificates: readonly Buffer[] } | null;
  /**
   * External time-stamp authority and its root certificates; null: the installation's own. The token is never
   * logged.
   */
  timestamps: { url: string; token: string | null; certificates: readonly Buffer[] } | null;
  /** Whether the installation's own time-stamp authority is open to everybody. */
  timestampService: boolean;
  /** Whether features that are not finished are offered. */
  unstableFeatures: boolean;
  /** Whether signed documents may be edited, which removes their signatures. */
  removeSignatures: boolean;
  /** Address of the signing helper on people's own devices; null: none is offered. */
  signingHelper: string | null;
  /**
   * The PKCS#11 token that holds the authorities' keys; null: the keys are sealed in the database. Contains a PIN:
   * never logged.
   */
  hsm: { module: string; token: string; pin: string } | null;
  /** Parts of the product that an installation can switch off. */
  features: { organizations: boolean; libraryTemplates: boolean };
  /**
   * Endpoint that is notified of the services people connect; null: integrations are unavailable. The token is
   * never logged.
   */
  integrations: { url: string; token: string | null } | null;
  /** Contain secrets: never logged. */
  connections: readonly Connection[];
  /** Offered besides connections and links in mails. */
  signInMethods: readonly SignInMethod[];
  /** Whether a code that signs in may be sent to a phone. */
  phoneSignIn: boolean;
  /** Cloud sources for importing documents. Contain secrets: never logged. */
  cloudSources: readonly CloudSourceSettings[];
  locales: readonly Locale[];
  /** `checkTime`: milliseconds for one step of checking a document. `storagePerPerson`: bytes; null: no limit. */
  limits: { checkTime: number; maxFileSize: number; maxFileCount: number; maxMediaPerKind: number; storagePerPerson: number | null };
  /** Whether pictures may be taken with a phone, by a link in a text message. */
  allowPhoneCapture: boolean;
  /** Whether the app asks for consent to non-essential cookies; the product itself sets none. */
  serviceWorker: boolean;
  cookieConsent: boolean;
  /** Minutes without use after which a session ends; null: sessions only expire by age. */
  plusAddresses: PlusAddresses;
  sessionIdleMinutes: number | null;
  /** How long the authentication log is kept, in days: sign-ins, their methods, failures. */
  authLogDays: number;
  /** Leading zero bits of the hash that a browser must find before a further attempt; 0: no proof of work. */
  proofOfWorkBits: number;
  /**
   * CAPTCHA before a code is mailed to an unknown device; null: none. `failOpen`: codes are mailed while the provider
   * is unavailable. The secret is never logged.
   */
  captcha: { provider: CaptchaProvider; siteKey: string; secret: string; verifyUrl: string; scriptUrl: string; failOpen: boolean } | null;
  /** Service for looking up breached passwords by k-anonymity; null: no lookup. */
  passwordBreachUrl: string | null;
  /** Number of proxies before the server, each of which appends the address of its client. */
  trustProxy: number;
  /** Scheduled backups; null: none. `schedule`: five fields of a crontab. `recipient`: of age; null: not encrypted. */
  backups: { folder: string; schedule: string; keep: number; recipient: string | null } | null;
  runJobs: boolean;
  logLevel: string;
  /** Key that encrypts private keys at rest; null: the key file in the data folder. Never logged. */
  secretKey: Buffer | null;
}

/** Whether text messages are delivered: by a gateway, or all messages stay in the outbox, where there is neither a gateway nor a mail server. */
export const sendsTexts = ({ sms, smtpUrl }: Pick<Config, 'sms' | 'smtpUrl'>): boolean => sms !== null || smtpUrl === null;

export type TrustConfig = Pick<Config, 'trustedCertificates' | 'trustedLists'>;

/** Whether certificates of other issuers than this installation are trusted. */
export const trustsOthers = ({ trustedCertificates, trustedLists }: TrustConfig): boolean => trustedCertificates.length > 0 || trustedLists !== null;

/**
 * Reads and validates the environment; no other code reads it. Throws `ConfigError` with one line per invalid
 * setting.
 */
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
    minFreeSpace: values.MIN_FREE_SPACE,
    conversion: values.CONVERSION,
    outbox: values.OUTBOX ?? isLoopbackUrl(appUrl),
    callsPerMinute: { actor: values.CALLS_PER_MINUTE, address: values.CALLS_PER_MINUTE_AND_ADDRESS },
    dataDir: resolve(values.DATA_DIR),
    webDir: resolve(values.WEB_DIR),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    webPush: values.WEB_PUSH,
    sms: values.SMS_URL === undefined ? null : { url: values.SMS_URL, token: values.SMS_TOKEN ?? null },
    connections: values.CONNECTIONS,
    signInMethods: values.SIGN_IN_METHODS,
    phoneSignIn: phoneSignInFrom(values),
    cloudSources: values.CLOUD_SOURCES,
    billing: billingFrom(values),
    supportWidget: values.SUPPORT_WIDGET_URL === undefined ? null : { url: values.SUPPORT_WIDGET_URL, traceField: values.SUPPORT_WIDGET_TRACE_FIELD },
    analytics: values.ANALYTICS_URL === undefined ? null : { url: values.ANALYTICS_URL, token: values.ANALYTICS_TOKEN ?? null },
    errorReports: values.ERROR_REPORTS_URL === undefined ? null : { url: values.ERROR_REPORTS_URL, token: values.ERROR_REPORTS_TOKEN ?? null },
    supportDesk: values.SUPPORT_DESK_URL === undefined ? null : { url: values.SUPPORT_DESK_URL, token: values.SUPPORT_DESK_TOKEN ?? null },
    identityChecker: identityCheckerFrom(values),
    promotesTrusted: values.PROMOTE_TRUSTED_CERTIFICATES,
    trustedCertificates: certificatesFrom('TRUSTED_CERTIFICATES', values.TRUSTED_CERTIFICATES),
    trustedLists: trustedListsFrom(values),
    timestamps: timestampsFrom(values),
    timestampService: values.TIMESTAMP_SERVICE,
    unstableFeatures: values.ENABLE_UNSTABLE_FEATURES,
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
    serviceWorker: values.USE_SERVICE_WORKER,
    cookieConsent: values.COOKIE_CONSENT,
    plusAddresses: values.PLUS_ADDRESSES,
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES ?? null,
    authLogDays: values.AUTH_LOG_DAYS,
    proofOfWorkBits: values.PROOF_OF_WORK_BITS,
    captcha: captchaFrom(values),
    passwordBreachUrl: values.PASSWORD_BREACH_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    backups: backupsFrom(values),
    runJobs: values.RUN_JOBS,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY === undefined ? null : Buffer.from(values.SECRET_KEY, 'base64'),
  };
}
