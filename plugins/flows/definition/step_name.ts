import { stepTypes, type FlowStep } from '../contracts/index.js'

/** Returns the name of a step for people: `2 (Announce arrival)`, or `2 (API call)` if it has no name. */
export function stepName({ order, name, type }: Pick<FlowStep, 'order' | 'name' | 'type'>): string {
  return `${order} (${name ?? stepTypes.get(type)?.label ?? type})`
}
