import type { Session } from '@crossdock/client'
import { useQuery } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import type { AuthProvider } from 'ra-core'
import { useMemo } from 'react'

export type { Session }

/** Auth provider that also hands out the whole session. */
export interface ConsoleAuthProvider extends AuthProvider {
  /** Ask the server who is signed in; null for nobody. Cached by useSession. */
  loadSession(): Promise<Session | null>
}

export const sessionKey = ['session'] as const

/** The current session: `data` is null when nobody is signed in. One cached query for everybody. */
export function useSession() {
  const auth = useAuthProvider<ConsoleAuthProvider>()
  return useQuery<Session | null, Error>({
    queryKey: sessionKey,
    queryFn: () => auth?.loadSession() ?? null,
  })
}

/** Whether a permission list grants a permission. */
export const can = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes(permission)

export interface Permissions {
  isPending: boolean
  isSuperAdmin: boolean
  /** Whether they are in an organization: a super administrator may have chosen none. */
  hasTenant: boolean
  permissions: readonly string[]
  can: (permission: string) => boolean
}

/** What the signed-in person may do. */
export function usePermissions(): Permissions {
  const { data, isPending } = useSession()
  return useMemo(() => {
    const permissions = data?.permissions ?? []
    return {
      isPending,
      isSuperAdmin: data?.user.isSuperAdmin ?? false,
      hasTenant: Boolean(data?.tenant),
      permissions,
      can: (permission) => can(permissions, permission),
    }
  }, [data, isPending])
}
