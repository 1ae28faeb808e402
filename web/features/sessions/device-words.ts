import type { TFunction } from 'i18next';
import type { Device } from '#contract/entities/session.ts';

/** "Firefox on Linux", or the known part of it. */
export const deviceWords = (t: TFunction<'sessions'>, { browser, system }: Device): string =>
  browser && system ? t('device.on', { browser, system }) : (browser ?? system ?? t('device.unknown'));
