import { useEnvironments } from '../environment/useEnvironments.js'
import { useRead } from './useRead.js'

interface TenantUsage {
  environments: {
    environmentId: string
    meters: { name: string; used: number; limit: number }[]
  }[]
}

/**
 * Returns a limit of the chosen environment when it is reached, and undefined before. `useAction` reads the usage again
 * after each write.
 * @param name the name of the limit, such as `maxWorkflows`
 */
export function useReachedLimit(name: string): number | undefined {
  const { chosen } = useEnvironments()
  const { data } = useRead<TenantUsage>('tenant/usage', { enabled: chosen !== undefined })
  const own = data?.environments.find(({ environmentId }) => environmentId === chosen?.id)
  const meter = own?.meters.find((one) => one.name === name)
  return meter && meter.used >= meter.limit ? meter.limit : undefined
}
