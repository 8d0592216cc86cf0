import { useKinds, type KindEntry } from '@crossdock/admin/kit'

/** A kind of external system, as the server describes it. */
export interface ConnectorEntry extends KindEntry {
  authTypes: readonly string[]
  capabilities: readonly string[]
}

/** The installed kinds of systems and authentication types. */
export interface SystemKinds {
  connectors: readonly ConnectorEntry[]
  authTypes: readonly KindEntry[]
}

/** All callers share one read. */
export function useSystemKinds() {
  const connectors = useKinds<ConnectorEntry>('integrations/connectors')
  const authTypes = useKinds('integrations/auth-types')
  const kinds: SystemKinds | undefined =
    connectors.data && authTypes.data
      ? { connectors: connectors.data, authTypes: authTypes.data }
      : undefined
  return {
    kinds,
    error: connectors.error ?? authTypes.error,
    retry: () => [connectors, authTypes].forEach((read) => read.error && void read.refetch()),
  }
}
