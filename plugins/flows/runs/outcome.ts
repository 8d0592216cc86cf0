import { clock } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'
import { StepFailed, type FlowStep, type StepOutcome } from '../contracts/index.js'
import { stepsIn } from '../definition/tree.js'
import type { Entry } from './checkpoints.js'
import { faultIn } from './outcome_faults.js'
import { storedOutput, withoutSecrets } from './stored_output.js'
import { toFailure } from './try_step.js'

/** Of one branch; each is worked by itself and has results of its own. */
const mostItems = 1_000
const mostItemBytes = 256 * 1024
const mostParallel = 50

/** What comes after a try that succeeded; `output` is what is kept of it, for now or for good. */
export type Afterwards = { output: unknown } & (
  | { until: Date }
  | { token: string }
  | { entry: Entry }
  | object
)

/** @throws StepFailed when what the step brought cannot be kept */
export function afterwards(
  step: FlowStep,
  outcome: StepOutcome,
  secrets: readonly string[]
): Afterwards {
  const fault = faultIn(step, outcome)
  if (fault) throw refused(`The step type "${step.type}" has a fault: ${fault}`)
  const kept = (value: unknown) => {
    try {
      return storedOutput(value, secrets)
    } catch (error) {
      throw toFailure(error)
    }
  }
  if ('wait' in outcome && outcome.wait !== undefined) {
    const { wait } = outcome
    if (!(wait instanceof Date)) return { output: kept(outcome.output), token: wait.token }
    const output = kept(outcome.output ?? { until: wait })
    return wait.getTime() > clock.now() ? { output, until: wait } : { output }
  }
  if ('enter' in outcome && outcome.enter !== undefined) {
    const { enter: name, items, parallel = 1 } = outcome
    const entry = {
      name,
      items: items ? itemsOf(items, secrets) : null,
      parallel: bounded(parallel),
    }
    const output = kept(outcome.output ?? (items ? [] : { branch: name }))
    const isEmpty = stepsIn(step, name).length === 0 || items?.length === 0
    return isEmpty ? { output } : { output, entry }
  }
  return { output: kept(outcome.output) }
}

const bounded = (parallel: number) => Math.min(mostParallel, Math.max(1, Math.trunc(parallel) || 1))

function itemsOf(items: unknown[], secrets: readonly string[]): unknown[] {
  if (items.length > mostItems) {
    throw refused(`This step was given ${items.length} items; it may have at most ${mostItems}.`)
  }
  let json: string
  try {
    json = JSON.stringify(withoutSecrets(items, secrets))
  } catch (error) {
    throw toFailure(error)
  }
  const bytes = Buffer.byteLength(json)
  if (bytes > mostItemBytes) {
    throw refused(`The items of this step have ${bytes} bytes; at most ${mostItemBytes} are kept.`)
  }
  return parseJson(json) as unknown[]
}

const refused = (message: string) => new StepFailed(message, { retryable: false })
