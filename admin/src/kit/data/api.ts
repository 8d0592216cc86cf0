import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Api, ApiState } from './types.js'

/** Provides the console's API client. */
export const ApiContext = createContext<Api | null>(null)

/**
 * The API client for calls outside react-admin's data provider. The data provider would turn an ended
 * session into an empty success.
 */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext around it.')
  return api
}

/** The state of session and connection. Renders again only when the picked part changes. */
export function useApiState<Picked = ApiState>(
  pick: (state: ApiState) => Picked = whole as (state: ApiState) => Picked
): Picked {
  const { subscribe, state } = useApi()
  return useSyncExternalStore(subscribe, () => pick(state()))
}

const whole = (state: ApiState) => state
