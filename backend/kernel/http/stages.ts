import { perApplication } from '../ground/application.js'
import { extensionPoint } from '../ground/extension_point.js'
import type { Call } from './call.js'

/**
 * Stages of a request: identify → tenant → environment → permit → admit → read → act → answer. The first four
 * belong to the kernel. Plugins wrap three of the others:
 * - `admit`: the caller has permission but may have to wait (quota); wraps all that follows except the answer;
 * - `act`: the input is checked; wraps the controller (idempotency, audit);
 * - `answer`: the result is final; wraps writing the answer (headers, metrics).
 */
export type StageName = 'admit' | 'act' | 'answer'

/** A plugin's code at a stage. */
export interface Stage {
  at: StageName
  /**
   * Runs in the call's context.
   * @param next continues; to refuse the call, throw a Problem; to skip it, set `call.result`
   */
  around(call: Call, next: () => Promise<void>): Promise<void>
}

/** Contributions are nested in the order of the plugins, the first outermost. */
export const httpStages = extensionPoint<Stage>('kernel.httpStages')

/** Stages are fixed from the first request on. */
const stagesAt = perApplication(() =>
  Map.groupBy(
    httpStages.entries().map(([, stage]) => stage),
    ({ at }) => at
  )
)

/** Runs `work` inside all stages registered at `at`. */
export function through(at: StageName, call: Call, work: () => Promise<void>): Promise<void> {
  const stages = stagesAt().get(at) ?? []
  const from = (turn: number): Promise<void> => {
    const stage = stages[turn]
    return stage ? stage.around(call, () => from(turn + 1)) : work()
  }
  return from(0)
}
