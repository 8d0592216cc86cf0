import {
  ApiError,
  page,
  sessionKey,
  showBrand,
  type ConsoleAuthProvider,
  type Session,
} from '@crossdock/admin/kit'
import type { Query, QueryClient } from '@tanstack/react-query'
import { signIn, type Credentials } from './sign_in.js'
import { providerSignOutUrl } from './provider_sign_out.js'
import type { ApiClient } from './api.js'
import { hostBrand } from './host_brand.js'
import { forgetTenant } from './working_tenant.js'

/**
 * Creates react-admin's provider for authentication with a session cookie. The session is one cached query.
 * Anonymous visits never call logout. A failed call never signs the person out, because the API client decides
 * what a 401 means.
 * @param beforeLeaving sends unsent changes before the person signs out
 */
export function createAuthProvider(
  client: QueryClient,
  api: ApiClient,
  beforeLeaving: () => Promise<void> = () => Promise.resolve()
): ConsoleAuthProvider {
  const brandHere = hostBrand()
  const loadSession = async () => {
    const session = await api.loadSession()
    showBrand(session ? session.tenant : await brandHere())
    return session
  }
  const session = () => client.fetchQuery({ queryKey: sessionKey, queryFn: loadSession })
  const cachedSession = () => client.getQueryData<Session | null>(sessionKey)
  const readProviderUrl = () => providerSignOutUrl(() => api.read('auth/oidc/logout'))

  return {
    loadSession,

    login: (credentials: Credentials) =>
      signIn(credentials, async () => {
        removePersonalQueries(client)
        const options = { queryKey: sessionKey, queryFn: loadSession, staleTime: 0 }
        const session = await client.fetchQuery(options)
        api.keeper.announceSignIn()
        return session
      }),

    async logout() {
      if (cachedSession()) await Promise.race([beforeLeaving(), waitOneSecond()])
      // Request the provider's sign-out URL while the session is live. Open it after the session has ended.
      const providerUrl = cachedSession()
        ? await Promise.race([readProviderUrl(), waitOneSecond()])
        : undefined
      // Stop this person's queries, which would continue while the sign-in page is open.
      void client.cancelQueries()
      api.keeper.beginSignOut()
      try {
        if (cachedSession()) await api.signOut()
        api.keeper.signedOut()
        forgetTenant()
        client.setQueryData(sessionKey, null)
        void brandHere().then(showBrand)
        // Unmount the screens first. A mounted screen would read again what is removed here.
        await waitForUnmount()
        removePersonalQueries(client)
        if (providerUrl) page.open(providerUrl)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'E_SESSION_CHANGED') api.askToSignIn()
        void client.invalidateQueries({ predicate: isPersonalQuery })
        throw new Error('Failed to logout', { cause: error })
      } finally {
        api.keeper.endSignOut()
      }
      return '/login'
    },

    async checkAuth() {
      if (!(await session())) throw Object.assign(new Error('Not signed in'), { message: false })
    },

    checkError: () => Promise.resolve(),

    async getIdentity() {
      const current = await session()
      if (!current) throw new Error('Not signed in')
      const { id, email, firstName, lastName } = current.user
      return { id, fullName: [firstName, lastName].filter(Boolean).join(' ') || email }
    },

    getPermissions: async () => (await session())?.permissions ?? [],
  }
}

// Signing out waits at most this long for the server and the provider.
const waitOneSecond = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined))

// React Query notifies subscribers in a separate task, and React unmounts the screens in that task.
const waitForUnmount = () => new Promise<void>((resolve) => setTimeout(resolve))

// The next person must not see what this person has read. The session query itself is replaced.
const removePersonalQueries = (client: QueryClient) =>
  client.removeQueries({ predicate: isPersonalQuery })
/** Matches every query that depends on the person, which is all but the session. */
export const isPersonalQuery = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  queryKey[0] !== sessionKey[0]
