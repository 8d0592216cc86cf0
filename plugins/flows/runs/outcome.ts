import { clock } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'
import { allBranches, StepFailed, type FlowStep, type StepOutcome } from '../contracts/index.js'
import { ownBranches, stepsIn } from '../definition/tree.js'
import type { Entry } from './step_state.js'
import { faultIn } from './outcome_faults.js'
import { formsOf, storedOutput, type Kept, type StepSecrets } from './stored_output.js'
import { toFailure } from './try_step.js'

/** Maximum number of items of one branch. Each item has its own results. */
const mostItems = 1_000
const mostItemBytes = 256 * 1024
const mostParallel = 50

/** What happens after a successful try. `output` is stored, until the wait ends or permanently. */
export type Afterwards = { output: Kept } & (
  | { until: Date }
  | { token: string; late?: Date }
  | { entry: Entry }
  | object
)

/** @throws StepFailed when the result of the step cannot be stored */
export function afterwards(step: FlowStep, outcome: StepOutcome, secrets: StepSecrets): Afterwards {
  const fault = faultIn(step, outcome)
  if (fault) throw refused(`The step type "${step.type}" has a bug: ${fault}`)
  const hidden = withMore(secrets, 'secrets' in outcome ? outcome.secrets : undefined)
  const kept = (value: unknown) => {
    try {
      return storedOutput(value, hidden)
    } catch (error) {
      throw toFailure(error)
    }
  }
  if ('wait' in outcome && outcome.wait !== undefined) {
    const { wait } = outcome
    if (!(wait instanceof Date)) {
      const { token, until } = wait
      return { output: kept(outcome.output), token, ...(until ? { late: until } : {}) }
    }
    const output = kept(outcome.output ?? { until: wait })
    return wait.getTime() > clock.now() ? { output, until: wait } : { output }
  }
  if ('enter' in outcome && outcome.enter !== undefined) {
    const { enter: name, items, parallel = 1, onItemError = null } = outcome
    if (name === allBranches) return enterAll(step, kept)
    const entry = {
      name,
      ...(items ? itemsOf(items, secrets) : { items: null, shownItems: null }),
      parallel: bounded(parallel),
      onItemError,
    }
    const nothing = onItemError ? { results: [], failedItems: [] } : []
    const output = kept(outcome.output ?? (items ? nothing : { branch: name }))
    const isEmpty = stepsIn(step, name).length === 0 || items?.length === 0
    return isEmpty ? { output } : { output, entry }
  }
  return { output: kept(outcome.output) }
}

function enterAll(step: FlowStep, kept: (value: unknown) => Kept): Afterwards {
  const filled = ownBranches(step).filter((name) => stepsIn(step, name).length > 0)
  const output = kept({})
  if (filled.length === 0) return { output }
  const entry: Entry = {
    name: allBranches,
    items: null,
    shownItems: null,
    parallel: bounded(filled.length),
    onItemError: null,
  }
  return { output, entry }
}

const bounded = (parallel: number) => Math.min(mostParallel, Math.max(1, Math.trunc(parallel) || 1))

function itemsOf(items: unknown[], secrets: StepSecrets): Pick<Entry, 'items' | 'shownItems'> {
  if (items.length > mostItems) {
    throw refused(`This step was given ${items.length} items; it may have at most ${mostItems}.`)
  }
  const { value, shown } = bothForms(items, secrets)
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > mostItemBytes) {
    throw refused(`The items of this step have ${bytes} bytes; at most ${mostItemBytes} are kept.`)
  }
  return { items: value as unknown[], shownItems: shown as unknown[] }
}

function bothForms(items: unknown[], secrets: StepSecrets): Kept {
  try {
    return formsOf(parseJson(JSON.stringify(items)), secrets)
  } catch (error) {
    throw toFailure(error)
  }
}

/** Adds the secrets that came up in the try. */
const withMore = (secrets: StepSecrets, more: readonly string[] | undefined): StepSecrets =>
  more ? { ...secrets, own: [...secrets.own, ...more], byName: true } : secrets

const refused = (message: string) =>
  new StepFailed(message, { retryable: false, family: 'invalid' })
