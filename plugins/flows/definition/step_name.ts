import { stepTypes, type FlowStep } from '../contracts/index.js'

/** What people know a step of a workflow by: `2 (API call)`. */
export function stepName({ order, type }: Pick<FlowStep, 'order' | 'type'>): string {
  return `${order} (${stepTypes.get(type)?.label ?? type})`
}
