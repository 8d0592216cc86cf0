import { perApplication } from '../ground/application.js'
import { extensionPoint } from '../ground/extension_point.js'
import type { Call } from './call.js'

/**
 * A request passes: identify → tenant → environment → permit → admit → read → act → answer. The
 * first four are the kernel's alone. Plugins stand around three of the others:
 * - `admit`: who may call, but perhaps not now (quota); around everything that follows but the answer;
 * - `act`: the input is checked; around the controller (idempotency, audit);
 * - `answer`: the outcome is certain; around the writing of it (headers, metrics).
 */
export type StageName = 'admit' | 'act' | 'answer'

/** What a plugin does at a stage. */
export interface Stage {
  at: StageName
  /**
   * Runs in the call's context.
   * @param next goes on; leaving it out refuses nothing by itself: throw a Problem, or set `call.result`
   */
  around(call: Call, next: () => Promise<void>): Promise<void>
}

/** Contributions stand around one another in the order of the plugins, the first outermost. */
export const httpStages = extensionPoint<Stage>('kernel.httpStages')

/** Nothing is added any more when the first request comes. */
const standing = perApplication(() =>
  Map.groupBy(
    httpStages.entries().map(([, stage]) => stage),
    ({ at }) => at
  )
)

/** Runs `work` inside of everything that stands at a stage. */
export function through(at: StageName, call: Call, work: () => Promise<void>): Promise<void> {
  const stages = standing().get(at) ?? []
  const from = (turn: number): Promise<void> => {
    const stage = stages[turn]
    return stage ? stage.around(call, () => from(turn + 1)) : work()
  }
  return from(0)
}
