import type { Environment } from '@crossdock/client'
import { useEnvironments, useRead } from '@crossdock/admin/kit'

/** The environment whose variables are shown: the one this tab works in. */
export function useEnvironment() {
  const { chosen: environment } = useEnvironments()
  const { error, refetch } = useRead<Environment[]>('tenant/environments')
  return { environment, error, retry: () => void refetch() }
}

/** Below /api: the variables of an environment. */
export const pathOf = ({ id }: Environment) => `environments/${encodeURIComponent(id)}/variables`
