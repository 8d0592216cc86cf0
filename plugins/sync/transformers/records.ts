import { personNames } from '@crossdock/backend/users'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { changersOf } from '../queries/changers.js'
import type { ConflictVersion, SyncConflict } from '../models/sync_conflict.js'
import { SyncContract } from '../models/sync_contract.js'
import type { SyncKept } from '../models/sync_kept.js'
import type { SyncRun } from '../models/sync_run.js'
import type { SyncSkipped } from '../models/sync_skipped.js'
import type { Transfer } from '../contracts/runs.js'
import { skipSentence } from '../sentences.js'
import {
  conflictAnswer,
  keptAnswer,
  runAnswer,
  skippedAnswer,
  transferAnswer,
} from '../validators/records.js'
import { showStop, type TextTranslator } from './contract.js'

export async function showRuns(runs: Row<SyncRun>[], reader: TextTranslator) {
  const nameOf = await personNames(runs.map(({ startedBy }) => startedBy))
  return runs.map((run) =>
    answerOf(runAnswer, run, {
      counts: { ...run.counts },
      startedBy: nameOf(run.startedBy),
      stop: showStop(run.stop, reader),
      message: run.message && reader.say(run.message),
    })
  )
}

export const showSkipped = (skipped: Row<SyncSkipped>[], reader: TextTranslator) =>
  skipped.map((one) =>
    answerOf(skippedAnswer, one, { sentence: reader.say(skipSentence(one.reason, one.detail)) })
  )

export const showTransfers = (transfers: Transfer[]) =>
  transfers.map((transfer) => answerOf(transferAnswer, transfer))

export async function showConflicts(conflicts: Row<SyncConflict>[]) {
  const nameOf = await personNames(conflicts.map(({ resolvedBy }) => resolvedBy))
  const ids = [...new Set(conflicts.map(({ contractId }) => contractId))]
  const contracts = await SyncContract.query().whereIn('id', ids)
  const names = new Map(contracts.map(({ id, name }) => [id, name]))
  const changerOf = await changersOf(contracts, conflicts)
  return conflicts.map((conflict) =>
    answerOf(conflictAnswer, conflict, {
      contractName: names.get(conflict.contractId) ?? null,
      source: shownVersion(conflict.source, changerOf(conflict, 'source')),
      target: shownVersion(conflict.target, changerOf(conflict, 'target')),
      resolvedBy: nameOf(conflict.resolvedBy),
      isApplied: conflict.appliedAt !== null,
    })
  )
}

/** Omits the internal id of the end. */
const shownVersion = (version: ConflictVersion | null, by: string | null) => {
  if (!version) return null
  const { hash, size, modifiedAt } = version
  return { hash, size, modifiedAt, by }
}

export const showKept = (kept: Row<SyncKept>[]) =>
  kept.map((one) => answerOf(keptAnswer, one, { hash: one.contentHash }))
