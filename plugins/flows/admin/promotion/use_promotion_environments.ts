import type { Environment } from '@crossdock/client'
import { useEnvironments, usePermissions } from '@crossdock/admin/kit'

export interface PromotionEnvironments {
  /** The current environment. */
  source: Environment
  /** The other environments. The next ones toward production come first. */
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
 * Returns the environments between which this person may promote workflows; undefined if there is only one, or
 * without permission.
 */
export function usePromotionEnvironments(): PromotionEnvironments | undefined {
  const { environments, chosen } = useEnvironments()
  const { can } = usePermissions()
  if (!chosen || environments.length < 2 || !needed.every((permission) => can(permission))) {
    return undefined
  }
  const from = promotionOrder.indexOf(chosen.name)
  /** Returns a small number for the next stages, and a large one for stages before the source. */
  const rankOf = ({ name }: Environment) => {
    const steps = promotionOrder.indexOf(name) - from
    return steps > 0 ? steps : promotionOrder.length - steps
  }
  const targets = environments
    .filter(({ id, isActive }) => id !== chosen.id && isActive)
    .sort((one, other) => rankOf(one) - rankOf(other))
  return targets.length > 0 ? { source: chosen, targets } : undefined
}
