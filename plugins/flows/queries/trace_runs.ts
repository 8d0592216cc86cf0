import { assetLibrary } from '@crossdock/backend/assets'
import type { TraceObject, TraceOf, TraceSource } from '@crossdock/backend/events'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { flowsRead, stepTypes, type FlowStep } from '../contracts/index.js'
import { walk } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { shownStatus } from '../transformers/execution.js'
import { stepStatus } from '../transformers/step_status.js'
import { findExecution } from './executions.js'
import { stepsOfAll } from './versions.js'

const ofRun = ({ targetType, targetId }: LoggedEvent) =>
  targetType === 'flow_execution' && targetId !== null ? targetId : undefined

/** Runs with their step results. */
export const tracedRuns: TraceSource = {
  permission: flowsRead,
  async start(id) {
    const { id: runId, rootId, triggerEventId } = await findExecution(id)
    if (rootId) return { id: runId, rootIds: [rootId] }
    return {
      id: runId,
      rootIds: [],
      ...(triggerEventId ? { next: { type: 'event', id: triggerEventId } } : {}),
    }
  },
  async of(trace, most) {
    const runs = await runsIn(trace, most)
    const results = await StepResult.query()
      .whereIn(
        'run_id',
        runs.map(({ id }) => id)
      )
      .orderBy('started_at')
      .limit(most)
    const closed = await assetLibrary.use().findClosed(runs.flatMap(({ assetId }) => assetId ?? []))
    const stepsOf = await stepsOfAll(runs)
    const began = new Map(trace.events.map((event) => [event.id, event]))
    const shown = runs.map((run): TraceObject => {
      const cause = began.get(run.startedEventId ?? '')?.causeId ?? run.triggerEventId
      return {
        type: 'execution',
        id: run.id,
        key: keyOf(run.id),
        name: run.flowName,
        cause: run.parentId ? keyOf(run.parentId) : cause && `event:${cause}`,
        detail: run.triggerType,
        status: shownStatus(run.status),
        startedAt: run.startedAt ?? run.createdAt,
        durationMs: run.duration,
        isHidden: closed.has(run.assetId ?? ''),
      }
    })
    const runOf = new Map(runs.map((run) => [run.id, run]))
    const names = new Map(
      runs.map((run) => [
        run.id,
        new Map([...walk(stepsOf(run))].map(({ step }) => [step.id, nameOf(step)])),
      ])
    )
    const steps = results.map((result): TraceObject => {
      const run = runOf.get(result.runId)!
      return {
        type: 'step',
        id: `${run.id}/${result.path}`,
        key: `step:${run.executionId}:${result.path}`,
        cause: keyOf(run.id),
        name: names.get(run.id)?.get(result.stepId) ?? null,
        detail: result.type,
        status: stepStatus(result, run.status, result.items !== null),
        startedAt: result.startedAt,
        durationMs: between(result),
        isHidden: closed.has(run.assetId ?? ''),
      }
    })
    return [...shown, ...steps]
  },
  folded: ({ events }) =>
    new Map(
      events.flatMap((event) => {
        const id = ofRun(event)
        return id === undefined ? [] : [[event.id, keyOf(id)] as const]
      })
    ),
}

/** Returns the name of a step; without a name, the label of its type. */
const nameOf = ({ name, type }: FlowStep) => name ?? stepTypes.get(type)?.label ?? null

const keyOf = (id: string) => `execution:${id}`

async function runsIn({ events, asked }: TraceOf, most: number): Promise<Execution[]> {
  const wanted = asked.filter(({ type }) => type === 'execution').map(({ id }) => id)
  const ids = [...new Set([...events.flatMap((event) => ofRun(event) ?? []), ...wanted])]
  if (ids.length === 0) return []
  return Execution.query()
    .where((one) => void one.whereIn('id', ids).orWhereIn('execution_id', wanted))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
}

const between = ({ startedAt, completedAt }: StepResult) =>
  completedAt === null ? null : new Date(completedAt).getTime() - new Date(startedAt).getTime()
