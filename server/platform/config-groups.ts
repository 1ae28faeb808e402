/** Settings that belong together: either all of a group are set, or none. */
import { resolve } from 'node:path';
import { captchaAddresses } from './captcha-providers.ts';
import { assertReadable, certificatesFrom, ConfigError } from './config-lists.ts';
import type { Config, S3Config } from './config.ts';
import { isLoopbackUrl } from './loopback.ts';
import type { Environment } from './settings.ts';

/** A code that is sent nowhere, or not offered, signs nobody in. */
export function phoneSignInFrom({ ENABLE_PHONE_FOR_LOGIN: isEnabled, SIGN_IN_METHODS: methods, SMS_URL: sms, SMTP_URL: smtp }: Environment): boolean {
  if (!isEnabled) return false;
  if (sms === undefined && smtp !== undefined) throw new ConfigError("These settings can't be used:\n  ENABLE_PHONE_FOR_LOGIN requires SMS_URL");
  if (!methods.includes('code')) throw new ConfigError("These settings can't be used:\n  ENABLE_PHONE_FOR_LOGIN requires code in SIGN_IN_METHODS");
  return true;
}

export function billingFrom(values: Environment): Config['billing'] {
  return {
    enabled: values.BILLING,
    trialDays: values.TRIAL_DAYS,
    companyDomains: values.COMPANY_DOMAINS.split(',').map((part) => part.trim().toLowerCase()).filter((part) => part !== ''),
    stripe: stripeFrom(values),
  };
}

export function backupsFrom({ BACKUP_FOLDER: folder, BACKUP_SCHEDULE: schedule, BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipient }: Environment): Config['backups'] {
  return folder === undefined ? null : { folder: resolve(folder), schedule, keep, recipient: recipient ?? null };
}

export function identityCheckerFrom(values: Environment): Config['identityChecker'] {
  const { IDENTITY_SECRET_KEY: secretKey, IDENTITY_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined || webhookSecret === undefined) {
    throw new ConfigError("These settings can't be used:\n  IDENTITY_SECRET_KEY and IDENTITY_WEBHOOK_SECRET belong together");
  }
  return { secretKey, webhookSecret, apiBase: values.IDENTITY_API_BASE ?? null };
}

/** The provider and both keys, or none. */
export function captchaFrom(values: Environment): Config['captcha'] {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET_KEY: secret } = values;
  if (provider === undefined && siteKey === undefined && secret === undefined) return null;
  if (provider === undefined || siteKey === undefined || secret === undefined) {
    throw new ConfigError("These settings can't be used:\n  CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY belong together");
  }
  const own = captchaAddresses[provider];
  return { provider, siteKey, secret, verifyUrl: values.CAPTCHA_VERIFY_URL ?? own.verify, scriptUrl: values.CAPTCHA_SCRIPT_URL ?? own.script, failOpen: values.CAPTCHA_FAIL_OPEN };
}

/** All three keys or none: without the webhook secret, for example, payments would be taken and never confirmed. */
function stripeFrom(values: Environment): Config['billing']['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    throw new ConfigError("These settings can't be used:\n  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together");
  }
  return { secretKey, publishableKey, webhookSecret, apiBase: values.STRIPE_API_BASE ?? null };
}

/** Requires the certificates with the URL: a time stamp that leads to no trusted root proves nothing. */
export function timestampsFrom({ TIMESTAMP_URL: url, TIMESTAMP_TOKEN: token, TIMESTAMP_CERTIFICATES: lists }: Environment): Config['timestamps'] {
  if (url === undefined && token === undefined && lists === undefined) return null;
  if (url === undefined || lists === undefined) throw new ConfigError("These settings can't be used:\n  TIMESTAMP_URL and TIMESTAMP_CERTIFICATES belong together");
  return { url, token: token ?? null, certificates: certificatesFrom('TIMESTAMP_CERTIFICATES', lists) };
}

/** Both or neither: a trusted list is worth as much as what is known of its signer. */
export function trustedListsFrom({ TRUSTED_LISTS: lists, TRUSTED_LIST_CERTIFICATES: signers }: Environment): Config['trustedLists'] {
  if (lists === undefined && signers === undefined) return null;
  if (lists === undefined || signers === undefined) throw new ConfigError("These settings can't be used:\n  TRUSTED_LISTS and TRUSTED_LIST_CERTIFICATES belong together");
  const locations = lists.split(',').map((each) => each.trim()).filter(Boolean);
  for (const location of locations) if (!/^https?:/i.test(location)) assertReadable('TRUSTED_LISTS', location);
  return { locations, certificates: certificatesFrom('TRUSTED_LIST_CERTIFICATES', signers) };
}

/** All three or none: a token can't sign without its PIN. */
export function hsmFrom(values: Environment): Config['hsm'] {
  const { HSM_MODULE: module, HSM_TOKEN: token, HSM_PIN: pin } = values;
  if (module === undefined && token === undefined && pin === undefined) return null;
  if (module === undefined || token === undefined || pin === undefined) {
    throw new ConfigError("These settings can't be used:\n  HSM_MODULE, HSM_TOKEN and HSM_PIN belong together");
  }
  return { module, token, pin };
}

/** Both keys or neither: an access key without its secret would only fail when the first document is stored. */
export function s3From(values: Environment): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) throw new ConfigError("These settings can't be used:\n  S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together");
  if (bucket === undefined) {
    if (accessKeyId !== undefined || values.S3_ENDPOINT !== undefined) throw new ConfigError("These settings can't be used:\n  S3_BUCKET is missing: without it documents would lie in the data folder");
    return null;
  }
  return {
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT ?? null,
    publicUrl: values.S3_PUBLIC_URL ?? null,
    credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
    prefix: values.S3_PREFIX,
    pathStyle: values.S3_PATH_STYLE || values.S3_ENDPOINT !== undefined,
    directDownloads: values.S3_DIRECT_DOWNLOADS,
    timeLimit: values.S3_TIME_LIMIT,
  };
}

/** Refuses direct downloads together with encryption: the storage would deliver the encrypted bytes. */
export function encryptionFrom(values: Environment): boolean {
  if (values.ENCRYPT_DOCUMENTS && values.S3_DIRECT_DOWNLOADS) {
    throw new ConfigError("These settings can't be used:\n  ENCRYPT_DOCUMENTS and S3_DIRECT_DOWNLOADS exclude each other: what the storage gives out by itself would be encrypted");
  }
  return values.ENCRYPT_DOCUMENTS;
}

/**
 * Addresses that browsers reach, and the one that the CAPTCHA's secret is sent to. Without TLS, anyone on the network
 * path can read codes, tokens and documents.
 */
const publicAddresses = ['APP_URL', 'API_URL', 'ACCOUNT_API_URL', 'PV_IDP_URL', 'S3_PUBLIC_URL', 'CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'] as const;

export function requireTls(values: Environment): void {
  if (values.ALLOW_PLAIN_HTTP) return;
  const plain = publicAddresses.filter((name) => values[name]?.startsWith('http:') === true && !isLoopbackUrl(values[name]));
  if (plain.length > 0) throw new ConfigError(`These settings can't be used:\n${plain.map((name) => `  ${name}: an address without TLS (https:); ALLOW_PLAIN_HTTP=true takes it all the same`).join('\n')}`);
}
