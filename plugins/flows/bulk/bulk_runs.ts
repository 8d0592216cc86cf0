import { transaction, now } from '@crossdock/kernel/database'
import { answerOf, type Output } from '@crossdock/kernel/shapes'
import { conflict, notFound, Problem, text, english } from '@crossdock/kernel/ground'
import { parseList } from '@crossdock/kernel/lists'
import { defineJob, enqueue, type RunningJob } from '@crossdock/kernel/jobs'
import { currentContext } from '@crossdock/kernel/tenancy'
import { cancelExecution, retryExecution } from '../actions/cancel_and_retry.js'
import { replayRun } from '../actions/replay_run.js'
import { doBulk } from '../job_refs.js'
import { BulkAction } from '../models/bulk_action.js'
import { executionList, runIds } from '../queries/executions.js'
import { bulkAnswer, type bulkBody } from '../validators/bulk.js'

/** Maximum number of runs of one action. */
export const mostAtOnce = 10_000

/** The statuses for which each action is possible. Other matching runs are skipped. */
const statusesOf = {
  cancel: ['pending', 'running'],
  retry: ['failed'],
  replay: ['completed', 'failed', 'cancelled'],
} as const

/**
 * Counts the runs that match a filter of the list. Once the count is confirmed, a job applies the action to each
 * of them. Runs that match only later are not affected.
 * @throws Problem 409 if the count differs from the confirmed count, or is zero or too large
 */
export async function startBulk({ action, filter, confirm }: Output<typeof bulkBody>) {
  const list = parseList(executionList, { filter: JSON.stringify(filter) })
  const given = [list.filter.status ?? []].flat().map(String)
  const status = statusesOf[action].filter((one) => given.length === 0 || given.includes(one))
  const ids =
    status.length === 0
      ? []
      : await runIds({ ...list, filter: { ...list.filter, status } }, mostAtOnce + 1)
  if (ids.length > mostAtOnce) {
    const sentence = text('More than {most} executions match. Narrow the filter.', {
      most: mostAtOnce,
    })
    throw conflict('E_TOO_MANY', sentence)
  }
  const total = ids.length
  if (confirm === undefined) return { ...nothing, action, total }
  if (confirm !== total) {
    const sentence = text('{total} executions match now, and {confirm} were confirmed.', {
      total,
      confirm,
    })
    throw conflict('E_CHANGED', sentence)
  }
  const { environmentId } = currentContext()
  const bulk = await transaction(async () => {
    const made = await BulkAction.create({
      environmentId,
      action,
      ids,
      total,
      done: 0,
      refused: 0,
      firstRefusal: null,
      completedAt: null,
    })
    await enqueue(doBulk, { bulkId: made.id })
    return made
  })
  return show(bulk)
}

const nothing = {
  id: null,
  done: 0,
  refused: 0,
  firstRefusal: null,
  createdAt: null,
  completedAt: null,
}

const show = (bulk: BulkAction) => answerOf(bulkAnswer, bulk, {})

/**
 * Returns the progress of a bulk action.
 * @throws Problem 404
 */
export async function showBulk(id: string) {
  const bulk = await BulkAction.find(id)
  const { environmentId } = currentContext()
  const isHere = environmentId === null || bulk?.environmentId === environmentId
  if (!bulk || !isHere) throw notFound('There is no bulk action with the id "{id}".', id)
  return show(bulk)
}

const acts = {
  cancel: cancelExecution,
  retry: retryExecution,
  replay: (id: string) => replayRun(id, {}),
}

/** Handles one run after the other. The result of each commits together with the count, so a crash repeats none. */
async function work(job: RunningJob<{ bulkId: string }>): Promise<void> {
  const bulk = await BulkAction.find(job.payload.bulkId)
  if (!bulk) return
  const { id, ids, action } = bulk
  let { done, refused, firstRefusal } = bulk
  for (const runId of ids.slice(done + refused)) {
    job.signal.throwIfAborted()
    try {
      await job.commit(
        async () => {
          await acts[action](runId)
          await note(id, { done: done + 1 })
        },
        { progress: true }
      )
      done++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      firstRefusal ??= english(error.text)
      const said = firstRefusal
      await job.commit(() => note(id, { refused: refused + 1, first_refusal: said }), {
        progress: true,
      })
      refused++
    }
  }
  await job.finish(() => note(id, { completed_at: now() }))
}

async function note(id: string, columns: Record<string, unknown>): Promise<void> {
  await BulkAction.query().where('id', id).update(columns)
}

export const bulk = defineJob(doBulk, {
  timeoutMs: 6 * 3_600_000,
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  handle: work,
})
