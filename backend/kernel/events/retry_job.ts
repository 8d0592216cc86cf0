import { clock } from '../ground/clock.js'
import { attempt, transaction, unscoped } from '../database/database.js'
import { databaseFault, isPassing } from '../database/faults.js'
import { defineJob, type RunningJob } from '../jobs/index.js'
import { currentContext } from '../ground/context.js'
import { asOperator } from '../tenancy/switch.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import type { Consumer } from './consumer.js'
import { consumers } from './consumers.js'
import { lockCursor } from './cursor.js'
import { afterFailure, longestWaitMs, whenUnreadable } from './failure.js'
import { handleShare } from './handle_batch.js'
import { ensureJob, lockHead, retryJob, type Head } from './line.js'
import { positioned, toEvent } from './logged_event.js'
import { columnsOf, table, type Line, type ParkedRow, type Parking } from './parked_row.js'

type Payload = { consumer: string }

/** Events of a line handled before the job lets other jobs run. */
const turn = 100
/** Retry delay when the database was busy. */
const busyMs = 1_000

/**
 * Retries the current tenant's parked events of a consumer: one event per transaction, in order, until none
 * is left or the first one is not due. Skips an inactive tenant. When the tenant is active again, the sweep
 * adds the job again.
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
  /**
   * Called when the event ended the process, or failed outside the attempt. The event then fails finally, and
   * the next events continue.
   */
  async failed({ payload }, error) {
    const line = lineOf(payload.consumer)
    const head = await lockHead(line)
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

/** Tries the first event of the line if it is due; false when the job is finished or rescheduled. */
function tryFirst(job: RunningJob<Payload>, consumer: Consumer): Promise<boolean> {
  const line = lineOf(consumer.name)
  return transaction(async () => {
    const head = await lockHead(line)
    if (!head) return finishIfEmpty(job, line)
    const waitMs = waitOf(head)
    if (waitMs > 0) {
      await job.resumeAt(new Date(clock.now() + waitMs))
      return false
    }
    return job.commit(() => handleHead(job, consumer, head), { progress: true })
  })
}

/**
 * Milliseconds until the next attempt. A longer wait than possible comes from a clock that was ahead, so it
 * counts as due.
 */
function waitOf({ due_in_ms: dueInMs, tries }: Head): number {
  const waitMs = Number(dueInMs ?? 0)
  return waitMs > longestWaitMs(tries) ? 0 : waitMs
}

/** Events are parked only under the cursor lock, so an empty read is final. */
async function finishIfEmpty(job: RunningJob<Payload>, line: Line): Promise<boolean> {
  await asOperator('wait for the cursor', () => lockCursor(line.consumer))
  if (await lockHead(line)) return true
  await job.finish()
  return false
}

async function handleHead(
  job: RunningJob<Payload>,
  consumer: Consumer,
  head: ParkedRow
): Promise<boolean> {
  const found = await readEvent(head)
  // The event was deleted from the log, so there is nothing to handle.
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
