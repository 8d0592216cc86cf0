import type { StepResult } from '@crossdock/client'

/** Returns the time (ms) in which at least one try was running. The rest of a run's duration is waiting. */
export function workTime(steps: readonly Pick<StepResult, 'tries'>[]): number {
  const spans = steps
    .flatMap(({ tries }) => tries)
    .flatMap(({ startedAt, completedAt }) =>
      completedAt ? [[Date.parse(startedAt), Date.parse(completedAt)] as const] : []
    )
    .sort(([one], [other]) => one - other)
  let total = 0
  let until = -Infinity
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return total
}
