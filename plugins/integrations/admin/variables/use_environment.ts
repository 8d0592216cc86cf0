import type { Environment } from '@crossdock/client'
import { useEnvironments, useRead } from '@crossdock/admin/kit'

/** The environment that is selected in this browser tab. */
export function useEnvironment() {
  const { chosen: environment } = useEnvironments()
  const { error, refetch } = useRead<Environment[]>('tenant/environments')
  return { environment, error, retry: () => void refetch() }
}

/** API path of an environment's variables, below /api. */
export const pathOf = ({ id }: Environment) => `environments/${encodeURIComponent(id)}/variables`
