import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Api, ApiState } from './types.js'

/** Holds the console's API client. */
export const ApiContext = createContext<Api | null>(null)

/**
 * The API client for calls that are not react-admin's. Not its data provider: that one turns an
 * ended session into an empty success.
 */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext around it.')
  return api
}

/** Whether the session and the connection are as they should be; drawn again when what is picked of it changes. */
export function useApiState<Picked = ApiState>(
  pick: (state: ApiState) => Picked = whole as (state: ApiState) => Picked
): Picked {
  const { subscribe, state } = useApi()
  return useSyncExternalStore(subscribe, () => pick(state()))
}

const whole = (state: ApiState) => state
