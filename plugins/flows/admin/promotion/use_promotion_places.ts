import type { Environment } from '@crossdock/client'
import { useEnvironments, usePermissions } from '@crossdock/admin/kit'

export interface PromotionPlaces {
  /** Where one works. */
  source: Environment
  /** The others, those behind it on the way to production first. */
  targets: Environment[]
}

const way = ['development', 'testing', 'production']
const needed = [
  'environments.read',
  'flows.read',
  'flows.write',
  'integrations.read',
  'integrations.write',
]

/** Between which environments this person may promote workflows; undefined where there is one only, or they may not. */
export function usePromotionPlaces(): PromotionPlaces | undefined {
  const { environments, chosen } = useEnvironments()
  const { can } = usePermissions()
  if (!chosen || environments.length < 2 || !needed.every((permission) => can(permission))) {
    return undefined
  }
  const from = way.indexOf(chosen.name)
  /** From development to testing before production, and back last. */
  const turn = ({ name }: Environment) => {
    const steps = way.indexOf(name) - from
    return steps > 0 ? steps : way.length - steps
  }
  const targets = environments
    .filter(({ id, isActive }) => id !== chosen.id && isActive)
    .sort((one, other) => turn(one) - turn(other))
  return targets.length > 0 ? { source: chosen, targets } : undefined
}
