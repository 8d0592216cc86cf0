import { clock } from '../ground/clock.js'
import { attempt, transaction, unscoped } from '../database/database.js'
import { databaseFault, isPassing } from '../database/faults.js'
import { defineJob, type RunningJob } from '../jobs/index.js'
import { currentContext } from '../ground/context.js'
import { asOperator } from '../tenancy/switch.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import type { Consumer } from './consumer.js'
import { consumers } from './consumers.js'
import { awaitCursor } from './cursor.js'
import { afterFailure, longestWaitMs, whenUnreadable } from './failure.js'
import { handleShare } from './handle_batch.js'
import { ensureJob, holdHead, retryJob, type Head } from './line.js'
import { positioned, toEvent } from './logged_event.js'
import { columnsOf, table, type Line, type ParkedRow, type Parking } from './parked_row.js'

type Payload = { consumer: string }

/** Events of a line that are handled before its job gives its turn to others. */
const turn = 100
/** How soon to try again what the database was too busy for. */
const busyMs = 1_000

/**
 * Works the current tenant's line of a consumer: one event a transaction, in order, until it is empty or its first is not
 * due yet. Nothing is tried for a tenant that is not active; the sweep finds the line when it is again.
 */
const retryParked = defineJob(retryJob, {
  async handle(job) {
    const consumer = consumers.use().find(({ name }) => name === job.payload.consumer)
    if (!consumer || !(await isActive())) return
    try {
      for (let done = 0; done < turn; done++) {
        if (!(await tryFirst(job, consumer))) return
      }
      await job.resumeAt(clock.date())
    } catch (error) {
      if (databaseFault(error) !== 'busy') throw error
      await job.resumeAt(new Date(clock.now() + busyMs))
    }
  },
  /** Trying it ends the process, or fails around it: it is set aside, and those behind it go on. */
  async failed({ payload }, error) {
    const line = lineOf(payload.consumer)
    const head = await holdHead(line)
    if (!head) return
    await update(head, { ...afterFailure(head.tries, error), state: 'failed', retryInMs: null })
    await ensureJob(line)
  },
})

const lineOf = (consumer: string): Line => ({ consumer, tenantId: currentContext().tenantId })

async function isActive(): Promise<boolean> {
  const { tenantId } = currentContext()
  if (tenantId === null) return true
  const tenant = await unscoped().from('tenants').where('id', tenantId).select('status').first()
  return tenant?.status === 'active'
}

/** Tries the first of the line if it is due; false when the job is finished or put back. */
function tryFirst(job: RunningJob<Payload>, consumer: Consumer): Promise<boolean> {
  const line = lineOf(consumer.name)
  return transaction(async () => {
    const head = await holdHead(line)
    if (!head) return finishUnlessParked(job, line)
    const waitMs = waitOf(head)
    if (waitMs > 0) {
      await job.resumeAt(new Date(clock.now() + waitMs))
      return false
    }
    return job.commit(() => handleHead(job, consumer, head), { progress: true })
  })
}

/** Milliseconds until it is tried next. Nothing waits longer than it may: a clock that was ahead has put it off. */
function waitOf({ due_in_ms: dueInMs, tries }: Head): number {
  const waitMs = Number(dueInMs ?? 0)
  return waitMs > longestWaitMs(tries) ? 0 : waitMs
}

/** The runner parks while it holds the cursor: with it in hand, empty is empty. */
async function finishUnlessParked(job: RunningJob<Payload>, line: Line): Promise<boolean> {
  await asOperator('wait for who parks', () => awaitCursor(line.consumer))
  if (await holdHead(line)) return true
  await job.finish()
  return false
}

async function handleHead(
  job: RunningJob<Payload>,
  consumer: Consumer,
  head: ParkedRow
): Promise<boolean> {
  const found = await readEvent(head)
  // Its event is gone from the log, and with it what was to be handled.
  if (!found) return remove(head)
  const event = toEvent(found)
  if (!event) return update(head, whenUnreadable())
  const outcome = await attempt(() => handleShare(consumer, head.tenant_id, [event]))
  if (outcome.done) return remove(head)
  if (isPassing(outcome.error)) throw outcome.error
  const parking = afterFailure(head.tries, outcome.error)
  await update(head, parking)
  if (parking.retryInMs === null) return true
  await job.resumeAt(new Date(clock.now() + parking.retryInMs))
  return false
}

async function readEvent({ event_id }: ParkedRow) {
  const row = await tenantTable('middleware_events').where('id', event_id).first()
  return row && positioned(row)
}

async function remove({ id }: ParkedRow): Promise<true> {
  await tenantTable(table).where('id', id).delete()
  return true
}

async function update({ id }: ParkedRow, parking: Parking): Promise<true> {
  await tenantTable(table).where('id', id).update(columnsOf(parking))
  return true
}

export default [retryParked]
