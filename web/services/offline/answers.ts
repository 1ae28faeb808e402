/** Answers of the server, kept so that what a person has seen is there without it. */
import type { CallId, OutputOf } from '#contract/calls/calls.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { timing } from '#contract/limits/timing.ts';
import { toAppError } from '../app-error.ts';
import { knownPerson } from './known-person.ts';
import { ANSWERS, deleteCachedBefore, readCached, removeCached, writeCached } from '../storage/database.ts';
import type { RawInput } from '../api/request.ts';

/** Which answers are kept, and for how long (document 3 §9). Milliseconds. */
const lives: Partial<Record<CallId, number>> = {
  'profile.get': timing.pageCacheFreshness,
  'deployment.get': timing.pageCacheFreshness,
  'organizations.list': timing.pageCacheFreshness,
  'organizations.get': timing.pageCacheFreshness,
  'teams.list': timing.pageCacheFreshness,
  'invites.list': timing.pageCacheFreshness,
  'labels.list': timing.pageCacheFreshness,
  'filters.list': timing.pageCacheFreshness,
  'contacts.list': timing.pageCacheFreshness,
  'transactions.list': timing.pageCacheFreshness,
  'transactions.get': timing.pageCacheFreshness,
  'templates.list': timing.pageCacheFreshness,
  'templates.get': timing.pageCacheFreshness,
  'templates.recent': timing.pageCacheFreshness,
  'files.list': timing.pageCacheFreshness,
  'files.getMeta': timing.pageCacheFreshness,
  'files.downloadUrl': timing.pageCacheFreshness,
  'media.list': timing.externalMediaCacheExpiry,
  'bulks.list': timing.cachedBulksValid,
  'bulks.get': timing.cachedBulksValid,
};

/** Answers to a change that are also the answer to the question after it. */
const answersTo: Partial<Record<CallId, CallId>> = {
  'profile.update': 'profile.get',
  'transactions.update': 'transactions.get',
  'transactions.start': 'transactions.get',
  'templates.update': 'templates.get',
  'files.updateMeta': 'files.getMeta',
};

interface Question {
  readonly question: CallId;
  readonly key: string;
  readonly life: number;
}

const isLibrary = (query: Readonly<Record<string, unknown>>): boolean => query['library'] === 'true';

/** Null: the answer is not kept. */
const questionOf = (call: CallId, { params, query }: RawInput): Question | null => {
  const question = answersTo[call] ?? call;
  const life = lives[question];
  if (life === undefined) return null;
  const { background: _, ...own } = (answersTo[call] ? {} : { ...query }) as Record<string, unknown>;
  // What is being typed into a search, and further pages, are too many.
  if (own['search'] !== undefined || own['person'] !== undefined || own['exclusiveFrom'] !== undefined) return null;
  const parts = Object.entries({ ...params, ...own }).filter(([, value]) => value !== undefined && value !== null);
  const key = parts.map(([name, value]) => `${name}=${String(value)}`).toSorted().join('&');
  return { question, key: `${ANSWERS}${question}?${key}`, life: isLibrary(own) ? timing.libraryCacheExpiry : life };
};

/** Documents that are shown after an access code only, which nobody enters without the server. */
const behindCodes = new Set<string>();

/** Whether a document must not stay in this browser. */
export const isBehindCode = (fileId: string): boolean => behindCodes.has(fileId);

const noteCodes = (userId: string, { ownerId, recipients, fileIds }: Transaction): boolean => {
  const isCoded = ownerId !== userId && recipients.some((each) => each.userId === userId && each.requireAccessCode);
  if (isCoded) for (const id of fileIds) behindCodes.add(id);
  return isCoded;
};

const mayStay = (userId: string, question: CallId, { params }: RawInput, answer: unknown): boolean => {
  if (question === 'transactions.get') return !noteCodes(userId, answer as Transaction);
  return !question.startsWith('files.') || !params || !('id' in params) || !isBehindCode(String(params.id));
};

/** A list without the requests that are shown after an access code only. */
const withoutCoded = (userId: string, question: CallId, answer: unknown): unknown => {
  if (question !== 'transactions.list') return answer;
  const list = answer as OutputOf<'transactions.list'>;
  return { ...list, transactions: list.transactions.filter((each) => !noteCodes(userId, each)) };
};

/** The current version of a document is also the answer to the question for that version. */
const sameQuestion = (call: CallId, { params, query }: RawInput, answer: unknown): RawInput | null =>
  call === 'files.downloadUrl' && !(query && 'version' in query && query.version !== undefined) ? { params, query: { version: (answer as OutputOf<'files.downloadUrl'>).version } } : null;

/** Keeps an answer for this person, if it is of a kind that is kept. Never fails. */
export const cacheAnswer = async (userId: string, call: CallId, input: RawInput, answer: unknown): Promise<void> => {
  const question = questionOf(call, input);
  // What arrives after the sign-out does not stay.
  if (!question || knownPerson() !== userId || !mayStay(userId, question.question, input, answer)) return;
  try {
    await writeCached(userId, question.key, withoutCoded(userId, question.question, answer));
    const same = sameQuestion(call, input, answer);
    if (same) await cacheAnswer(userId, call, same, answer);
  } catch (error) {
    console.debug('An answer is not kept', toAppError(error).code);
  }
};

/** The last answer to the same question, unless it is too old. */
export const cachedAnswer = async (userId: string, call: CallId, input: RawInput): Promise<unknown> => {
  const question = questionOf(call, input);
  if (!question) return undefined;
  try {
    const found = await readCached(userId, question.key);
    return found && Date.now() - found.writtenAt < question.life ? found.value : undefined;
  } catch (error) {
    console.info('What the browser kept can\'t be read', toAppError(error).code);
    return undefined;
  }
};

/** Deletes the answer to a question that the server refuses by now. */
export const dropAnswer = async (userId: string, call: CallId, input: RawInput): Promise<void> => {
  const question = questionOf(call, input);
  if (question) await removeCached(userId, question.key);
};

/** Deletes answers that are too old for any use. */
export const deleteOldAnswers = (userId: string): Promise<void> => deleteCachedBefore(userId, ANSWERS, Date.now() - timing.pageCacheFreshness);
