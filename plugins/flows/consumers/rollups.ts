import { clock, countUpTo } from '@crossdock/kernel/database'
import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import {
  flowCancelled,
  flowCompleted,
  flowFailed,
  flowRetried,
  flowStarted,
} from '../event_types.js'
import { testTrigger } from '../definition/test_trigger.js'
import { findStep } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import { StepResult, type StepTry } from '../models/step_result.js'
import { stepsOf } from '../queries/versions.js'
import { addToRollups, type Counted } from '../rollups/add.js'
import { bucketOf } from '../rollups/histogram.js'

/** Number of step rows in one query, because a run may have ten thousand. */
const stepsAtOnce = 1_000
/** Above this number, waiting runs are not counted further. */
const mostQueued = 10_000

const outcomes: Readonly<Record<string, string>> = {
  [flowCompleted.name]: 'completed',
  [flowFailed.name]: 'failed',
  [flowCancelled.name]: 'cancelled',
}

/**
 * Updates the sums for monitoring. It is a separate consumer, so that runs which end at the same time do not
 * wait for each other to update a row.
 */
export const rollups: Consumer = {
  name: 'flows.rollups',
  from: 'now',
  on: [flowStarted, flowCompleted, flowFailed, flowCancelled, flowRetried],
  gatherMs: 200,
  async handle(events) {
    const runs = await runsOf(events)
    const counted: Counted[] = []
    for (const event of events) {
      const run = runs.get(event.targetId ?? '')
      // Tests of drafts are not part of the statistics.
      if (!run || run.triggerType === testTrigger) continue
      if (event.eventType === flowRetried.name) counted.push(...subtractFailure(event, run))
      const outcome = outcomes[event.eventType]
      if (!outcome) continue
      counted.push(endOf(event, run, outcome))
      for await (const one of stepsOfEnd(event, run)) counted.push(one)
    }
    counted.push(...(await countWaiting(runs.values())))
    await addToRollups(counted)
  },
}

async function runsOf(events: readonly LoggedEvent[]): Promise<Map<string, Execution>> {
  const ids = [...new Set(events.flatMap(({ targetId }) => targetId ?? []))]
  const found = await Execution.query().whereIn('id', ids)
  return new Map(found.map((run) => [run.id, run]))
}

/**
 * Returns the count for the end of a run. It has the times of the run, or the time of the event if the run was
 * resumed since.
 */
function endOf(event: LoggedEvent, run: Execution, outcome: string): Counted {
  const isCurrent = run.status === outcome && run.completedAt !== null
  const time = Date.parse(isCurrent ? run.completedAt! : event.createdAt)
  return ended(run, outcome, time, isCurrent ? run.duration : null)
}

function ended(run: Execution, outcome: string, time: number, duration: number | null): Counted {
  const took = duration ?? (run.startedAt ? Math.max(0, time - Date.parse(run.startedAt)) : 0)
  const { environmentId, flowId } = run
  const about = { environmentId, flowId, outcome, time }
  return { ...about, kind: 'run', bucket: bucketOf(took), n: 1, total: took }
}

/** Subtracts the failure of a resumed run, because the figures above the list do not count it either. */
function subtractFailure({ payload }: LoggedEvent, run: Execution): Counted[] {
  const { failedAt, duration } = payload as { failedAt?: string | null; duration?: number | null }
  if (!failedAt) return []
  const { total = 0, ...end } = ended(run, 'failed', Date.parse(failedAt), duration ?? null)
  return [{ ...end, n: -1, total: -total }]
}

/** Yields the tries of steps that have ended since the run was last resumed. */
async function* stepsOfEnd(event: LoggedEvent, run: Execution): AsyncGenerator<Counted> {
  const until = Date.parse(event.createdAt)
  const retried = run.retriedAt ? Date.parse(run.retriedAt) : 0
  const since = retried < until ? retried : 0
  const definition = await stepsOf(run)
  const { environmentId, flowId } = run
  for (let last = ''; ;) {
    const rows = await StepResult.query()
      .where('run_id', run.id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(stepsAtOnce)
      .select('id', 'step_id', 'status', 'tries')
    for (const { stepId, status, tries } of rows) {
      const systemId = findStep(definition, stepId)?.systemId ?? ''
      const own = tries.filter((one) => since === 0 || Date.parse(one.startedAt) >= since)
      for (const [at, one] of own.entries()) {
        const took = tookOf(one)
        if (took === null) continue
        const isLast = at === own.length - 1
        const outcome = isLast && status === 'failed' ? 'failed' : 'completed'
        const about = { environmentId, flowId, stepId, systemId, outcome, time: until }
        yield { ...about, kind: 'step', bucket: bucketOf(took), n: 1, total: took }
      }
    }
    if (rows.length < stepsAtOnce) return
    last = rows.at(-1)!.id
  }
}

const tookOf = ({ startedAt, completedAt }: StepTry): number | null =>
  completedAt ? Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)) : null

/** Returns the number of waiting runs for each environment of the given runs. */
async function countWaiting(runs: Iterable<Execution>): Promise<Counted[]> {
  const environmentIds = new Set([...runs].map(({ environmentId }) => environmentId))
  const counted: Counted[] = []
  for (const environmentId of environmentIds) {
    const open = tenantTable(Execution.table)
      .where('environment_id', environmentId)
      .where('status', 'started')
    const n = await countUpTo(open, mostQueued)
    counted.push({ kind: 'queue', time: clock.now(), environmentId, outcome: 'waiting', n })
  }
  return counted
}
