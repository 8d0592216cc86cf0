import { allBranches, type FlowStep } from '../contracts/index.js'
import { branchNames } from '../definition/tree.js'

/** The last time that databases and JSON represent in the same way. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')
const token = /^[\w-]{8,64}$/

/**
 * Returns why a value is not a valid outcome of a step; undefined for a valid outcome. Plugins may be written in
 * JavaScript, so the compiler does not check this.
 */
export function faultIn(step: FlowStep, outcome: unknown): string | undefined {
  if (!isRecord(outcome)) return 'it returned nothing; an outcome is an object, such as { output }.'
  if (outcome.wait !== undefined) return faultInWait(outcome.wait)
  if (outcome.enter !== undefined) return faultInEnter(step, outcome.enter, outcome.items)
  return undefined
}

function faultInWait(wait: unknown): string | undefined {
  if (wait instanceof Date) {
    return wait.getTime() <= lastTime ? undefined : 'it waits for a time that never comes.'
  }
  if (isRecord(wait) && typeof wait.token === 'string' && token.test(wait.token)) {
    return wait.until === undefined ? undefined : faultInUntil(wait.until)
  }
  return 'it waits for neither a time nor a token of 8 to 64 letters, digits, dashes or underscores.'
}

const faultInUntil = (until: unknown) =>
  until instanceof Date && until.getTime() <= lastTime
    ? undefined
    : 'its wait for a token ends at a time that never comes.'

function faultInEnter(step: FlowStep, name: unknown, items: unknown): string | undefined {
  if (name === allBranches) return undefined
  const names = [...branchNames(step), ...Object.keys(step.branches ?? {})]
  if (typeof name !== 'string' || !names.includes(name)) {
    return `it enters the branch "${String(name)}", which the step does not have.`
  }
  return items === undefined || Array.isArray(items) ? undefined : 'its items are not a list.'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
