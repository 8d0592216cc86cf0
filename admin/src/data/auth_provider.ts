import {
  ApiError,
  sessionKey,
  type ConsoleAuthProvider,
  type ConsoleDataProvider,
  type Session,
} from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'

export type Credentials = { token: string } | { email: string; code: string; tenantId?: string }

interface SignedIn {
  message: string
  redirectUrl?: string
}

/** Session cookie auth. The session is one cached query; anonymous visits never call logout. */
export function createAuthProvider(
  client: QueryClient,
  data: ConsoleDataProvider
): ConsoleAuthProvider {
  const loadSession = () =>
    data.read<Session>('auth/me').then(
      (session) => (session?.user ? session : null),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    )
  const session = () => client.fetchQuery({ queryKey: sessionKey, queryFn: loadSession })
  // Set when the server no longer knows the session: there is nothing left to log out from.
  let ended = false
  const known = () => client.getQueryData<Session | null>(sessionKey)

  return {
    loadSession,

    async login(credentials: Credentials) {
      const path = 'token' in credentials ? 'auth/verify-link' : 'auth/verify-code'
      const { redirectUrl } = await data.action<SignedIn>({ path, body: credentials })
      forgetOthers(client)
      await client.fetchQuery({ queryKey: sessionKey, queryFn: loadSession, staleTime: 0 })
      return { redirectTo: ownPath(redirectUrl) ?? false }
    },

    async logout() {
      try {
        if (known() && !ended) await data.action({ path: 'auth/logout' })
      } catch (error) {
        // A session the server has already forgotten needs no farewell.
        if (!(error instanceof ApiError && error.status === 401)) {
          throw new Error('Failed to logout', { cause: error })
        }
      }
      ended = false
      forgetOthers(client)
      client.setQueryData(sessionKey, null)
      return '/login'
    },

    async checkAuth() {
      if (!(await session())) throw Object.assign(new Error('Not signed in'), { message: false })
    },

    async checkError(error: unknown) {
      if (error instanceof ApiError && error.status === 401) {
        ended = true
        throw new Error('login.sessionEnded')
      }
    },

    async getIdentity() {
      const current = await session()
      if (!current) throw new Error('Not signed in')
      const { id, email, firstName, lastName } = current.user
      return { id, fullName: [firstName, lastName].filter(Boolean).join(' ') || email }
    },

    getPermissions: async () => (await session())?.permissions ?? [],
  }
}

// What one person has read is not for the next one; the session query itself is set anew.
const forgetOthers = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })

// Only paths of this site: an answer must not be able to send people elsewhere.
const ownPath = (url: string | undefined) => (url && /^\/(?![/\\])/.test(url) ? url : undefined)
