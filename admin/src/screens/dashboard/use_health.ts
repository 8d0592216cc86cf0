import type { Health } from '@crossdock/client'
import { ApiError, useRead } from '@crossdock/admin/kit'
import { unhealthyIn, type Components } from './trouble.js'

/** The components of the installation and their health; undefined while unknown. */
export function useHealth(): Components | undefined {
  const health = useRead<Pick<Health, 'components'>>('health')
  return health.data ? (health.data.components ?? {}) : componentsIn(health.error)
}

/** The unhealthy components. */
export const useUnhealthyComponents = () => {
  const components = useHealth()
  return components && unhealthyIn(components)
}

// With an unhealthy component, the server answers 503 with the state of all components.
function componentsIn(error: Error | null): Components | undefined {
  if (!error) return undefined
  const body = error instanceof ApiError ? (error.body as Partial<Health>) : {}
  return body.components ?? {}
}
