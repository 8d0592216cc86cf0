import { randomId } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/http'
import type { FlowStep } from '../contracts/index.js'
import type { GivenStep } from './given.js'

/**
 * Completes the steps and numbers them 1 to n in the order they give, or as they stand when they
 * give none.
 * @throws Problem 422 when two steps claim the same id or order.
 */
export function orderSteps(given: GivenStep[]): FlowStep[] {
  const ids = new Set<string>()
  const orders = new Set<number>()
  const steps = given.map((step, at): FlowStep => {
    const id = step.id || randomId()
    const order = step.order ?? at + 1
    if (ids.has(id)) throw invalid(`steps.${at}.id`, text('Two steps have the id "{id}".', { id }))
    if (orders.has(order))
      throw invalid(`steps.${at}.order`, text('Two steps have the order {order}.', { order }))
    ids.add(id)
    orders.add(order)
    return {
      id,
      type: step.type ?? 'api_call',
      systemId: step.systemId || null,
      endpointId: step.endpointId || null,
      config: step.config ?? {},
      order,
    }
  })
  return steps.sort((a, b) => a.order - b.order).map((step, at) => ({ ...step, order: at + 1 }))
}
