import { clock } from '@crossdock/kernel/database'
import { watchLog, type LogReader } from '@crossdock/kernel/events'
import type { RunAnswer } from '../contracts/index.js'
import { flowCancelled, flowCompleted, flowFailed } from '../event_types.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { unsealed } from '../runs/sealed_result.js'

const ends = new Set([flowCompleted, flowFailed, flowCancelled].map(({ name }) => name))

interface Wait {
  ms: number
  stepId?: string | null
  signal?: AbortSignal
}

/** Implements `FlowRuns.answer`. The event log reports the end of the run, even if another process executes it. */
export async function answerOfRun(
  id: string,
  { ms, stepId = null, signal }: Wait
): Promise<RunAnswer | undefined> {
  const ended = Promise.withResolvers<void>()
  const look = () =>
    void Execution.find(id).then(
      (run) => (!run || isOver(run)) && ended.resolve(),
      () => undefined
    )
  const reader: LogReader = {
    // The run may have ended already.
    begins: look,
    reset: look,
    show: (events) => {
      if (events.some(({ eventType, targetId }) => ends.has(eventType) && targetId === id)) {
        ended.resolve()
      }
    },
    ready: () => Promise.resolve(),
    failed: () => ended.resolve(),
  }
  const stop = watchLog(reader)
  const timer = clock.after(ms, ended.resolve)
  signal?.addEventListener('abort', () => ended.resolve(), { once: true })
  await ended.promise
  stop()
  timer.stop()
  return signal?.aborted ? undefined : await ask(id, stepId)
}

const isOver = ({ status }: Execution) => status !== 'started' && status !== 'running'

async function ask(id: string, stepId: string | null): Promise<RunAnswer | undefined> {
  const run = await Execution.find(id)
  if (!run || !isOver(run)) return undefined
  const output = await lastOutput(id, stepId)
  return { status: run.status as RunAnswer['status'], output, failedItems: run.failedItems }
}

/** Returns the output of the requested step, or of the last one. */
export async function lastOutput(id: string, stepId: string | null = null): Promise<unknown> {
  const results = StepResult.query().where({ run_id: id, status: 'completed' })
  if (stepId !== null) results.where('step_id', stepId)
  const last = await results.orderBy('completed_at', 'desc').orderBy('step_order', 'desc').first()
  return last ? (unsealed(last)?.output ?? last.output) : null
}
