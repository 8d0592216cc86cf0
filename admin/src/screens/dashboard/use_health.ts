import type { Health } from '@crossdock/client'
import { ApiError, useRead } from '@crossdock/admin/kit'
import { unwellIn, type Components } from './trouble.js'

/** The parts of the installation and how they are; undefined while nobody knows. */
export function useHealth(): Components | undefined {
  const health = useRead<Pick<Health, 'components'>>('health')
  return health.data ? (health.data.components ?? {}) : failing(health.error)
}

/** Those that are not well. */
export const useUnwellComponents = () => {
  const components = useHealth()
  return components && unwellIn(components)
}

// A component that is down makes the answer a 503; it names the component all the same.
function failing(error: Error | null): Components | undefined {
  if (!error) return undefined
  const body = error instanceof ApiError ? (error.body as Partial<Health>) : {}
  return body.components ?? {}
}
