import { locales } from '#contract/languages.ts';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

test('an empty environment is a valid configuration', () => {
  const config = loadConfig({ SMTP_URL: '' });
  expect(config).toMatchObject({ port: 3000, appUrl: 'http://localhost:3000', issuer: 'http://localhost:3000', databaseUrl: null, smtpUrl: null, locales: [...locales] });
  expect(config.limits).toEqual({ checkTime: 60_000, maxFileSize: 52_428_800, maxFileCount: 10, maxMediaPerKind: 10, storagePerPerson: 10_000_000_000 });
});

test('URLs are reduced to origins, and the issuer may differ', () => {
  const config = loadConfig({ PORT: '8080', APP_URL: 'https://sign.example/ignored/', PV_IDP_URL: 'https://id.example', LOCALES: 'de, en' });
  expect(config).toMatchObject({ port: 8080, appUrl: 'https://sign.example', issuer: 'https://id.example', locales: ['de', 'en'] });
});

test.each([
  ['PORT', '70000'],
  ['APP_URL', 'sign.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['LOCALES', 'xx'],
  ['SIGN_IN_METHODS', 'sms'],
  ['SIGN_IN_METHODS', ','],
  ['MAX_FILE_SIZE', '-1'],
  ['SECRET_KEY', 'c2hvcnQ='],
  ['DATABASE_URL', 'mysql://somebody:password@127.0.0.1/x'],
  ['DATABASE_URL', 'database'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Countersign'],
  ['NATS_URL', 'nats://'],
  ...['24', '* * * *', '0 2 * * * back_up', '61 2 * * *', '0 2 * * *\n* * * * *'].map((schedule): [string, string] => ['BACKUP_SCHEDULE', schedule]),
  ['BACKUP_KEEP', '0'],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1QQQ'],
])('rejects %s=%s by name without repeating the value', (name, value) => {
  const load = () => loadConfig({ [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(name);
});

test('rejects an incomplete storage configuration, rather than storing documents in a local folder', () => {
  expect(() => loadConfig({ S3_ENDPOINT: 'https://storage.example' })).toThrow('S3_BUCKET is missing');
  expect(() => loadConfig({ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' })).toThrow('S3_BUCKET is missing');
});

test.each(['APP_URL', 'API_URL', 'ACCOUNT_API_URL', 'PV_IDP_URL', 'S3_PUBLIC_URL', 'CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'])('rejects %s without TLS, unless it is local or allowed', (name) => {
  const others = { S3_BUCKET: 'documents', S3_ENDPOINT: 'http://storage.internal:9000' };
  for (const address of ['http://sign.example.org', 'http://192.168.1.5:3000', 'http://localhost.example.org']) {
    expect(() => loadConfig({ ...others, [name]: address }), address).toThrow(`${name}: an address without TLS`);
    expect(() => loadConfig({ ...others, [name]: address, ALLOW_PLAIN_HTTP: 'true' })).not.toThrow();
  }
  for (const address of ['https://sign.example.org', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) expect(() => loadConfig({ ...others, [name]: address }), address).not.toThrow();
});

test('CAPTCHA is off by default, needs all its keys, and uses the provider\'s verification URL by default', () => {
  expect(loadConfig({}).captcha).toBeNull();
  const whole = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET_KEY: 'hidden' };
  expect(loadConfig(whole).captcha).toEqual({
    provider: 'hcaptcha', siteKey: 'site', secret: 'hidden', verifyUrl: 'https://api.hcaptcha.com/siteverify', scriptUrl: 'https://js.hcaptcha.com/1/api.js', failOpen: false,
  });
  for (const name of Object.keys(whole)) expect(() => loadConfig({ ...whole, [name]: '' }), name).toThrow('belong together');
  expect(() => loadConfig({ ...whole, CAPTCHA_PROVIDER: 'other' })).toThrow('CAPTCHA_PROVIDER');
  expect(loadConfig({ ...whole, CAPTCHA_VERIFY_URL: 'https://verify.example/' }).captcha?.verifyUrl).toBe('https://verify.example/');
});

test('backups are scheduled by an hour or a crontab, where there is a folder for them', () => {
  expect(loadConfig({ BACKUP_SCHEDULE: '4' }).backups).toBeNull();
  expect(loadConfig({ BACKUP_FOLDER: '/backups' }).backups).toEqual({ folder: '/backups', schedule: '0 2 * * *', keep: 7, recipient: null });
  expect(loadConfig({ BACKUP_FOLDER: '/backups', BACKUP_SCHEDULE: '4' }).backups?.schedule).toBe('0 4 * * *');
  expect(loadConfig({ BACKUP_FOLDER: '/backups', BACKUP_SCHEDULE: '*/30 1-5 * * 1' }).backups?.schedule).toBe('*/30 1-5 * * 1');
});

test('certificates of other issuers are offered unless the operator does not want it', () => {
  expect([loadConfig({}).promotesTrusted, loadConfig({ PROMOTE_TRUSTED_CERTIFICATES: 'false' }).promotesTrusted]).toEqual([true, false]);
});

test('nothing is collected, and nothing unfinished offered, unless the operator says so', () => {
  expect(loadConfig({})).toMatchObject({ analytics: null, errorReports: null, unstableFeatures: false, phoneSignIn: false });
  expect(loadConfig({ ANALYTICS_URL: 'https://a.example', ANALYTICS_TOKEN: 't', ERROR_REPORTS_URL: 'https://e.example' })).toMatchObject({ analytics: { url: 'https://a.example', token: 't' }, errorReports: { url: 'https://e.example', token: null } });
});
