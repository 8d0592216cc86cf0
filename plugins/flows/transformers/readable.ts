import { holds } from '@crossdock/kernel/tenancy'
import { flowsWrite, stepTypes, type FlowStep } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'

/** Of a type that is not installed nobody knows where its data is read: it is its writers' then. */
const permissionOf = (type: string) => stepTypes.get(type)?.outputPermission ?? flowsWrite

/** The data of what a step asked is shown where that data is: a run is no second door to it. */
export function mayRead(type: string): boolean {
  return holds(permissionOf(type))
}

/** Who changes workflows sees what they are about to change. */
export function mayReadConfig(type: string): boolean {
  return mayRead(type) || holds(flowsWrite)
}

/** Instead of an error text, which may tell as much as the output does. */
export function withheldError(step: FlowStep, isOver: boolean, isClosed = false): string {
  const name = stepName(step)
  const said = isOver ? `Step ${name} failed.` : `A try of step ${name} failed.`
  if (isClosed) return `${said} It was about a file in a folder that is closed to you.`
  return `${said} The permission ${permissionOf(step.type).name} shows why.`
}
