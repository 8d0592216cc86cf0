import type { Environment } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** The environment whose variables are shown; the one place that decides which. */
export function useEnvironment() {
  const { data, error, refetch } = useRead<Environment[]>('tenant/environments')
  const environment = data?.find(({ name }) => name === 'production') ?? data?.[0]
  return { environment, error, retry: () => void refetch() }
}

/** Below /api: the variables of an environment. */
export const pathOf = ({ id }: Environment) => `environments/${encodeURIComponent(id)}/variables`
