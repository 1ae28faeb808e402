/** Services of a list, with the history of their status (ETSI TS 119 612, 5.5 and 5.6). */
import type { QcUse, QualificationRule, Qualifier, ServicePeriod, TrustService, TrustServiceKind } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { readCriteria } from './criteria.ts';
import { additional, qualifications, termOf, tsl } from './namespaces.ts';
import { at, children, textIn } from './xml.ts';

/** 2016-07-01 in Brussels, when eIDAS took effect: afterwards only the status `granted` counts. */
const eidas = 1_467_324_000;

const kinds: Readonly<Record<string, TrustServiceKind>> = { 'CA/QC': 'caQc', 'TSA/QTST': 'tsaQtst', TSA: 'tsa', 'TSA/TSS-QC': 'tsa', 'TSA/TSS-AdESQCandQES': 'tsa' };
const granted = new Set(['granted', 'recognisedatnationallevel', 'setbynationallaw']);
const grantedBefore = new Set(['undersupervision', 'supervisionincessation', 'accredited']);
const uses: Readonly<Record<string, QcUse>> = { ForeSignatures: 'signatures', ForeSeals: 'seals', ForWebSiteAuthentication: 'webSites' };
const qualifiers: Readonly<Record<string, Qualifier>> = {
  QCStatement: 'qualified', NotQualified: 'notQualified',
  QCWithSSCD: 'onDevice', QCWithQSCD: 'onDevice', QCQSCDManagedOnBehalf: 'onDevice',
  QCNoSSCD: 'notOnDevice', QCNoQSCD: 'notOnDevice',
  QCSSCDStatusAsInCert: 'deviceAsInCertificate', QCQSCDStatusAsInCert: 'deviceAsInCertificate',
  QCForESig: 'forSignatures', QCForESeal: 'forSeals', QCForWSA: 'forWebSites',
};

/** Properties shared by the services of a list. */
export interface OfList {
  territory: string;
  listUntil: number;
}

/** Returns the services for signatures and time stamps. */
export function readServices(list: Element, common: OfList): TrustService[] {
  const providers = children(at(list, tsl, 'TrustServiceProviderList'), tsl, 'TrustServiceProvider');
  return providers.flatMap((provider) => {
    const name = nameIn(at(provider, tsl, 'TSPInformation', 'TSPName'));
    return children(at(provider, tsl, 'TSPServices'), tsl, 'TSPService').flatMap((service) => readable(() => readService(service, name, common)) ?? []);
  });
}

/** Drops a service with an unreadable history, because a missing period would extend the one before. */
function readable(read: () => TrustService | undefined): TrustService | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function readService(service: Element, provider: string, common: OfList): TrustService | undefined {
  const current = at(service, tsl, 'ServiceInformation');
  const kind = kindOf(current);
  if (!current || !kind) return undefined;
  const history = children(at(service, tsl, 'ServiceHistory'), tsl, 'ServiceHistoryInstance').filter((each) => kindOf(each) === kind);
  const certificates = identitiesIn(at(current, tsl, 'ServiceDigitalIdentity'));
  const periods = [current, ...history].map(readPeriod);
  return { ...common, provider, name: nameIn(at(current, tsl, 'ServiceName')), kind, certificates, periods: periods.flatMap((period) => endingIn2016(period, periods)).map((each) => each.period) };
}

interface Read {
  period: ServicePeriod;
  status: string;
}

function readPeriod(information: Element): Read {
  const status = termOf(textIn(at(information, tsl, 'ServiceStatus')), 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/') ?? '';
  const extensions = children(at(information, tsl, 'ServiceInformationExtensions'), tsl, 'Extension');
  return {
    status,
    period: {
      since: secondsOf(textIn(at(information, tsl, 'StatusStartingTime'))),
      granted: granted.has(status) || grantedBefore.has(status),
      takenOver: extensions.some((each) => children(each, additional, 'TakenOverBy').length > 0),
      uses: extensions.flatMap(usesIn),
      rules: extensions.flatMap(rulesIn),
    },
  };
}

/** Ends a status of Directive 1999/93/EC on 2016-07-01, even if the list does not. */
function endingIn2016(read: Read, all: readonly Read[]): Read[] {
  const { period, status } = read;
  if (!grantedBefore.has(status)) return [read];
  if (period.since >= eidas) return [{ status, period: { ...period, granted: false } }];
  const next = Math.min(...all.map((each) => each.period.since).filter((since) => since > period.since));
  return next <= eidas ? [read] : [read, { status: '', period: { ...period, since: eidas, granted: false } }];
}

function usesIn(extension: Element): QcUse[] {
  const names = children(extension, tsl, 'AdditionalServiceInformation').map((each) => termOf(textIn(at(each, tsl, 'URI')), 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/'));
  return names.flatMap((name) => uses[name ?? ''] ?? []);
}

function rulesIn(extension: Element): QualificationRule[] {
  const elements = children(extension, qualifications, 'Qualifications').flatMap((each) => children(each, qualifications, 'QualificationElement'));
  return elements.map((element) => ({
    qualifiers: children(at(element, qualifications, 'Qualifiers'), qualifications, 'Qualifier').flatMap((each) => qualifierOf(each.getAttribute('uri') ?? '') ?? []),
    criteria: readCriteria(at(element, qualifications, 'CriteriaList')),
  }));
}

const qualifierOf = (address: string): Qualifier | undefined => qualifiers[termOf(address, 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/') ?? ''];

const kindOf = (information: Element | undefined): TrustServiceKind | undefined =>
  kinds[termOf(textIn(at(information, tsl, 'ServiceTypeIdentifier')), 'http://uri.etsi.org/TrstSvc/Svctype/') ?? ''];

/** Returns the certificates of a digital identity, as base64 DER. */
export const identitiesIn = (identity: Element | undefined): string[] =>
  children(identity, tsl, 'DigitalId').flatMap((each) => textIn(at(each, tsl, 'X509Certificate')).replace(/\s/g, '') || []);

/** Returns the English name, which every list should contain, or else the first one. */
export function nameIn(names: Element | undefined): string {
  const all = children(names, tsl, 'Name');
  return textIn(all.find((each) => each.getAttribute('xml:lang')?.toLowerCase().startsWith('en')) ?? all[0]);
}

/** Parses to seconds since 1970. Throws for an invalid time, so that no status is taken as unlimited. */
export function secondsOf(text: string): number {
  const read = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(read)) throw new EngineError('trusted_list_malformed', `${text || 'Nothing'} is no time`);
  return Math.floor(read / 1000);
}
