import type { Environment } from '@crossdock/client'
import { useStore } from 'ra-core'
import { useSession } from '../data/session.js'
import { useRead } from '../data/useRead.js'

/** Under which name the store keeps what was chosen; the data layer keeps it for the tab. */
export const environmentKey = 'environment'

export interface Environments {
  /** Those of the organization; none for a super administrator, who belongs to none. */
  environments: readonly Environment[]
  /** Where this tab works: what was chosen, else `production`. */
  chosen: Environment | undefined
  /** Works in another one from now on, on this tab; what was read is read anew (shell/environment). */
  choose: (environment: Environment) => void
}

/** The environments of the organization, and the one that this tab works in. */
export function useEnvironments(): Environments {
  const { data: session } = useSession()
  const [kept, keep] = useStore<string | null>(environmentKey, null)
  const { data: environments = [] } = useRead<Environment[]>('tenant/environments', {
    enabled: Boolean(session?.tenant),
  })
  const production = environments.find(({ name }) => name === 'production')
  return {
    environments,
    chosen: environments.find(({ id }) => id === kept) ?? production,
    choose: ({ id }) => keep(id === production?.id ? null : id),
  }
}
