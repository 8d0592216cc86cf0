import type { Environment } from '@crossdock/client'
import { useStore } from 'ra-core'
import { useSession } from '../data/session.js'
import { useRead } from '../data/useRead.js'

/** The store key of the chosen environment; the data layer keeps it per tab. */
export const environmentKey = 'environment'

export interface Environments {
  /** The environments of the organization; empty for a super administrator, who belongs to none. */
  environments: readonly Environment[]
  /** The environment of this tab: the one that the person chose, else `production`. */
  chosen: Environment | undefined
  /** Switches this tab to another environment and reloads its data (shell/environment). */
  choose: (environment: Environment) => void
}

/** The environments of the organization and the one of this tab. */
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
