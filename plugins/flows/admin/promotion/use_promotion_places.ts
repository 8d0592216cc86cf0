import type { Environment } from '@crossdock/client'
import { useEnvironments, usePermissions } from '@crossdock/admin/kit'

export interface PromotionPlaces {
  /** The current environment. */
  source: Environment
  /** The other environments, the next ones toward production first. */
  targets: Environment[]
}

const promotionOrder = ['development', 'testing', 'production']
const needed = [
  'environments.read',
  'flows.read',
  'flows.write',
  'integrations.read',
  'integrations.write',
]

/**
 * The environments between which this person may promote workflows; undefined when there is only one, or
 * without permission.
 */
export function usePromotionPlaces(): PromotionPlaces | undefined {
  const { environments, chosen } = useEnvironments()
  const { can } = usePermissions()
  if (!chosen || environments.length < 2 || !needed.every((permission) => can(permission))) {
    return undefined
  }
  const from = promotionOrder.indexOf(chosen.name)
  /** Development and testing come before production; going back comes last. */
  const turn = ({ name }: Environment) => {
    const steps = promotionOrder.indexOf(name) - from
    return steps > 0 ? steps : promotionOrder.length - steps
  }
  const targets = environments
    .filter(({ id, isActive }) => id !== chosen.id && isActive)
    .sort((one, other) => turn(one) - turn(other))
  return targets.length > 0 ? { source: chosen, targets } : undefined
}
