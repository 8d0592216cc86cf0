import { Problem, text } from '@crossdock/kernel/ground'
import type { Call, Stage } from '@crossdock/kernel/http'
import { knownEnvironment } from '../queries/known.js'

/**
 * Refuses calls of programs in an inactive environment (ADR 31). People in sessions may still read
 * everywhere, and change data of their organization in `production`.
 */
export const refuseInactive: Stage = {
  at: 'admit',
  async around(call, next) {
    const { tenantId, environmentId } = call.context
    if (!tenantId || !environmentId) return next()
    const found = knownEnvironment(tenantId, environmentId)
    const known = found instanceof Promise ? await found : found
    if (known && !known.isActive && !goesOn(call, known.name)) throw inactive(known.name)
    return next()
  },
}

function goesOn({ operation, identity }: Call, name: string): boolean {
  // A program may list the environments, so that it sees why it is refused and which environments it can use.
  if (operation.route === 'GET /tenant/environments') return true
  if (identity?.credential.type !== 'session') return false
  return name === 'production' || operation.method === 'GET' || operation.method === 'HEAD'
}

const inactive = (name: string) =>
  new Problem(
    403,
    'E_ENVIRONMENT_INACTIVE',
    text(
      'The environment "{name}" is not active, so nothing was done. Name another one in X-Environment, or ask the operator to activate it.',
      { name }
    )
  )
