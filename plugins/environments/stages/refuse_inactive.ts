import { Problem, text, type Call, type Stage } from '@crossdock/kernel/http'
import { knownEnvironment } from '../queries/known.js'

/**
 * An environment that is not active takes no calls (ADR 31). What people do in their sessions goes on as far as they need it:
 * they read everywhere, and change in `production` what is their organization's.
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
  // Tells a program why it is refused, and where it may work instead.
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
