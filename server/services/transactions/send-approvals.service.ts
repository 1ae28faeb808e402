/** Approval before sending, apart from sending itself: what waits, and how it ends without being sent (docs/decisions/0077). */
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { nameOfBody } from '#contract/entities/file.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findOrganization } from '#server/repositories/organizations.repository.ts';
import { listWaiting, type WaitingPlace } from '#server/repositories/send-approvals.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { assertNotEncrypted } from './encrypted-transaction.ts';
import { announceDecision, announceWithdrawal } from './send-approval-notifications.ts';
import { approverIdsOf, requesterOf, waitingOf } from './send-approval-request.ts';
import { approvesIn, sendApprovalSettingsOf } from './send-approval-state.ts';
import { queueVoiding } from './send-approval-voiding.ts';
import { changeTransaction, endSendApprovals, returnDraft } from './transaction-changes.ts';
import type { NotifyConfig } from './transaction-notifications.ts';
import { findState, findStates, listTo, loadTransaction, lockTransaction, lockTransactionForJob, ownsOrAdministers, showTo } from './transaction-state.ts';

/** Requests that one job makes drafts again. */
const portion = 100;

export type SendApprovalsService = ReturnType<typeof createSendApprovalsService>;

interface SendApprovalsDependencies {
  db: Db;
  config: NotifyConfig;
  uploads: Pick<UploadsService, 'download'>;
}

export function createSendApprovalsService({ db, config, uploads }: SendApprovalsDependencies) {
  async function list(caller: Caller, { exclusiveFrom }: NonNullable<InputOf<'sendApprovals.list'>['query']>): Promise<OutputOf<'sendApprovals.list'>> {
    const orgId = await organizationOf(caller);
    if (orgId === null) return { transactions: [], lastKey: null };
    const places = await listWaiting(db, orgId, caller.userId, placeOf(exclusiveFrom), counts.listPage + 1);
    const page = places.slice(0, counts.listPage);
    const states = new Map((await findStates(db, page.map(({ id }) => id))).map((state) => [state.row.id, state]));
    const shown = await listTo(db, page.flatMap(({ id }) => states.get(id) ?? []), caller);
    return { transactions: shown, lastKey: places.length > page.length ? keyOf(page.at(-1)) : null };
  }

  async function count(caller: Caller): Promise<{ count: number | null }> {
    const orgId = await organizationOf(caller);
    return { count: orgId === null ? null : (await listWaiting(db, orgId, caller.userId, null, counts.sendApprovals)).length };
  }

  /** The organization in which the caller works, if they approve in it. */
  async function organizationOf({ organization, userId }: Caller): Promise<string | null> {
    return organization !== null && (await approvesIn(db, organization.id, userId)) ? organization.id : null;
  }

  async function document(caller: Caller, id: string, fileId: string): Promise<{ url: string }> {
    const state = await loadTransaction(db, id, caller, 'read');
    assertNotEncrypted(state);
    const isShown = (await showTo(db, state, caller)).sendApproval?.status === 'waiting';
    const held = isShown ? waitingOf(state).documents.find((each) => each.fileId === fileId) : undefined;
    if (!held || held.bodyRef === null) throw new AppError('not_found');
    return { url: uploads.download({ ref: held.bodyRef, mime: 'application/pdf', name: nameOfBody(state.row.name, 'application/pdf') }) };
  }

  async function giveBack(caller: Caller, id: string, { version, reason }: { version: number; reason: string }): Promise<Transaction> {
    if (reason === '') throw new AppError('missing_reason');
    await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'returnSending');
      if (locked.row.version !== version) throw new AppError('conflict');
      const [request, approverIds] = [waitingOf(locked), approverIdsOf(locked)];
      await returnDraft(tx, locked, { deciderId: caller.userId, reason });
      // Without the reason: the audit trail, which recipients get, has the whole history.
      await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'send_approval_returned', attributes: { title: locked.row.name, user: requesterOf(request) } });
      await announceDecision(tx, config, locked, { approver: caller, request, approverIds, template: 'send_approval_returned', reason });
    });
    // Whoever returned it may not read it any more.
    const state = await findState(db, id);
    if (!state) throw new AppError('not_found');
    return showTo(db, state, caller);
  }

  async function withdraw(caller: Caller, id: string): Promise<Transaction> {
    await db.transaction().execute(async (tx) => {
      const seen = await lockTransaction(tx, id, caller, 'read');
      assertNotEncrypted(seen);
      // A retry whose first response was lost.
      if (seen.sendApproval === null && (await ownsOrAdministers(tx, seen, caller))) return;
      const locked = await lockTransaction(tx, id, caller, 'withdrawSending');
      const approverIds = approverIdsOf(locked);
      await endSendApprovals(tx, [locked]);
      await changeTransaction(tx, locked);
      await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'send_approval_withdrawn', attributes: { title: locked.row.name } });
      await announceWithdrawal(tx, locked, caller, approverIds);
    });
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  /** The job: the organization demands no approval any more, so what waits becomes a draft again, and its senders are informed. */
  async function voidAll(orgId: string): Promise<void> {
    const organization = await findOrganization(db, orgId);
    if (organization && sendApprovalSettingsOf(organization.send_approval).required !== 'off') return;
    const places = await listWaiting(db, orgId, '', null, portion);
    for (const { id } of places) await db.transaction().execute((tx) => voidOne(tx, id));
    if (places.length === portion) await db.transaction().execute((tx) => queueVoiding(tx, orgId));
  }

  async function voidOne(tx: Tx, id: string): Promise<void> {
    const state = await lockTransactionForJob(tx, id);
    if (state?.sendApproval?.row.status !== 'waiting') return;
    const request = state.sendApproval.row;
    await endSendApprovals(tx, [state]);
    await changeTransaction(tx, state);
    await recordInsight(tx, null, { resourceId: id, resourceType: 'transaction', action: 'send_approval_voided', attributes: { title: state.row.name } });
    await announceDecision(tx, config, state, { approver: null, request, approverIds: [], template: 'send_approval_voided' });
  }

  return { list, count, document, giveBack, withdraw, voidAll };
}

const keyOf = (place: WaitingPlace | undefined): string | null => (place ? `${place.at.getTime()}.${place.id}` : null);

function placeOf(key: string | undefined): WaitingPlace | null {
  const [at = '', id = ''] = key?.split('.') ?? [];
  return key === undefined ? null : { at: new Date(Number(at)), id };
}
