/** Settings with more than one value: lists as JSON, certificates from files. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemRoots } from '@countersign/core/node';
import { z } from 'zod';
import { cloudSources } from '#contract/entities/cloud.ts';

/** Invalid environment settings; the message is written for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

/** An upstream identity provider: `social` for everybody, or `federated` for the addresses of its domains. */
const connection = z.object({
  id: z.string().regex(/^[a-z0-9_-]{1,32}$/),
  type: z.enum(['social', 'federated']),
  name: z.string().min(1).max(64),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  domains: z.array(z.string().toLowerCase()).default([]),
  /** `theirs`: the provider requires a second factor itself, so people who come from it aren't asked for ours. */
  secondFactor: z.enum(['ask', 'theirs']).default('ask'),
});
export type Connection = z.output<typeof connection>;

const json = z.string().transform((value, context) => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue('JSON that can be read');
    return z.NEVER;
  }
});

/** The client credentials that a cloud source issued when this installation was registered with it. */
const cloudSource = z.object({ source: z.enum(cloudSources), clientId: z.string().min(1), clientSecret: z.string().min(1), base: origin.optional() });
export type CloudSourceSettings = z.output<typeof cloudSource>;

export const cloudSourceList = json
  .pipe(z.array(cloudSource))
  .refine((list) => new Set(list.map(({ source }) => source)).size === list.length, 'Each source once');

export const connections = json
  .pipe(z.array(connection))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each connection has an id of its own')
  .refine((list) => list.every(({ type, domains }) => (type === 'federated') === domains.length > 0), 'A federated connection names its domains, a social one has none');

/** Instead of a file name: the certificates that the operating system trusts. */
const systemsOwn = 'system';

/**
 * Certificates (DER, without duplicates) from a comma-separated list of PEM files or `system`. Throws `ConfigError`
 * for a file that can't be read or has no certificate.
 */
export function certificatesFrom(setting: string, lists: string | undefined): Buffer[] {
  const all = (lists ?? '').split(',').map((each) => each.trim()).filter(Boolean).flatMap((path) => certificatesOf(setting, path));
  return [...new Map(all.map((der) => [der.toString('base64'), der])).values()];
}

function certificatesOf(setting: string, path: string): Buffer[] {
  try {
    if (path === systemsOwn) return systemRoots().map((der) => Buffer.from(der));
    const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (found.length === 0) throw new Error('it holds no certificate');
    return found.map((pem) => new X509Certificate(pem).raw);
  } catch (error) {
    throw unreadable(setting, path, error);
  }
}

/** Throws `ConfigError` for a file that can't be read. */
export function assertReadable(setting: string, path: string): void {
  try {
    readFileSync(path);
  } catch (error) {
    throw unreadable(setting, path, error);
  }
}

const unreadable = (setting: string, path: string, error: unknown): ConfigError =>
  new ConfigError(`These settings can't be used:\n  ${setting}: ${path} can't be read (${error instanceof Error ? error.message : String(error)})`);
