import { randomId } from '@crossdock/kernel/database'
import { invalid, Problem, refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import { unknownFields, validate, type Output } from '@crossdock/kernel/shapes'
import type { FlowStep } from '../contracts/index.js'
import { mostSteps, shownStep, stepBody } from './step_shape.js'
import type { GivenStep } from './given.js'

/** Top-level steps have depth 1, steps in their branches depth 2. */
const mostDeep = 10

/**
 * Completes the steps of a tree, and numbers each list from 1. Steps are sorted by the given `order`, else they keep
 * their position.
 * @param given steps whose shape is checked at the top level, but not in branches
 * @throws Problem 422 for duplicate ids, a duplicate order in one list, too many steps or too deep nesting
 */
export async function readSteps(given: GivenStep[]): Promise<FlowStep[]> {
  return new StepReader().read(given, 'steps', 1)
}

class StepReader {
  readonly #ids = new Set<string>()
  #count = 0

  async read(given: GivenStep[], field: string, depth: number): Promise<FlowStep[]> {
    const orders = new Set<number>()
    const steps: FlowStep[] = []
    for (const [at, one] of given.entries()) {
      const place = `${field}.${at}`
      if (++this.#count > mostSteps) {
        throw invalid(place, text('A workflow may have at most {most} steps.', { most: mostSteps }))
      }
      const id = one.id || randomId()
      const order = one.order ?? at + 1
      if (this.#ids.has(id)) {
        throw invalid(`${place}.id`, text('Two steps have the id "{id}".', { id }))
      }
      if (orders.has(order)) {
        throw invalid(`${place}.order`, text('Two steps have the order {order}.', { order }))
      }
      this.#ids.add(id)
      orders.add(order)
      steps.push({
        id,
        ...(one.name ? { name: one.name } : {}),
        type: one.type ?? 'api_call',
        systemId: one.systemId || null,
        endpointId: one.endpointId || null,
        config: one.config ?? {},
        order,
        ...(await this.#branches(one, place, depth)),
      })
    }
    return steps.sort((a, b) => a.order - b.order).map((step, at) => ({ ...step, order: at + 1 }))
  }

  async #branches({ branches }: GivenStep, place: string, depth: number) {
    const given = Object.entries(branches ?? {})
    if (given.length === 0) return {}
    if (depth >= mostDeep && given.some(([, steps]) => steps.length > 0)) {
      const sentence = text('Steps may be nested at most {most} deep.', { most: mostDeep })
      throw invalid(`${place}.branches`, sentence)
    }
    const read: [string, FlowStep[]][] = []
    for (const [name, steps] of given) {
      const field = `${place}.branches.${name}`
      const checked: GivenStep[] = []
      for (const [at, step] of steps.entries())
        checked.push(await checkStep(step, `${field}.${at}`))
      read.push([name, await this.read(checked, field, depth + 1)])
    }
    return { branches: Object.fromEntries(read) }
  }
}

/** Checks the shape of a step in a branch, as the body schema does for top-level steps. */
async function checkStep(given: unknown, field: string): Promise<Output<typeof stepBody>> {
  const at = (errors: FieldError[]) =>
    errors.map((error) => ({ ...error, field: error.field ? `${field}.${error.field}` : field }))
  const wrong = (errors: FieldError[]) => {
    const [first, ...others] = at(errors)
    return first && refusedFields([first, ...others])
  }
  const checked = await validate(stepBody, given).catch((error: unknown) => {
    throw (error instanceof Problem && error.status === 422 && wrong(error.errors)) || error
  })
  const refusal = wrong(unknownFields(stepBody, given, [shownStep]))
  if (refusal) throw refusal
  return checked as Output<typeof stepBody>
}
