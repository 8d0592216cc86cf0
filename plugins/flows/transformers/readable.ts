import { holds } from '@crossdock/kernel/tenancy'
import { flowsWrite, stepTypes, type FlowStep } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'

/**
 * Returns the permission to read a step's output. If its type is not installed, the permission is unknown, so
 * the permission to change workflows applies.
 */
const permissionOf = (type: string) => stepTypes.get(type)?.outputPermission ?? flowsWrite

/**
 * Returns whether the caller may read the output of a step. Data that the step has read elsewhere needs the
 * permission that applies there.
 */
export function mayRead(type: string): boolean {
  return holds(permissionOf(type))
}

/** Returns whether the caller may read the config of a step. People who may change workflows see all configs. */
export function mayReadConfig(type: string): boolean {
  return mayRead(type) || holds(flowsWrite)
}

/** Returns a text that replaces an error text, because an error text may contain parts of the output. */
export function withheldError(step: FlowStep, isOver: boolean, isClosed = false): string {
  const name = stepName(step)
  const said = isOver ? `Step ${name} failed.` : `A try of step ${name} failed.`
  if (isClosed) return `${said} Its file is in a folder that is closed to you.`
  return `${said} With the permission ${permissionOf(step.type).name} you can see why.`
}
