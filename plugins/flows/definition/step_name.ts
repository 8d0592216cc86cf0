import { stepTypes, type FlowStep } from '../contracts/index.js'

/** What people know a step of a workflow by: `2 (Announce arrival)`, without a name `2 (API call)`. */
export function stepName({ order, name, type }: Pick<FlowStep, 'order' | 'name' | 'type'>): string {
  return `${order} (${name ?? stepTypes.get(type)?.label ?? type})`
}
