import type { SignedIn, SignInOrganization } from '@crossdock/client'
import {
  ApiError,
  page,
  sessionKey,
  showBrand,
  type ConsoleAuthProvider,
  type Session,
} from '@crossdock/admin/kit'
import type { Query, QueryClient } from '@tanstack/react-query'
import { providerSignOutUrl } from '../login/sso/sign_out.js'
import type { ApiClient } from './api.js'
import { hostBrand } from './host_brand.js'
import { API, sendRequest } from './wire.js'
import { forgetTenant } from './working_tenant.js'

export type Credentials = { next?: string } & (
  | { token: string; confirm?: boolean }
  | { email: string; code: string; tenantId?: string }
  | { passkey: object }
  /** The server's answer, when the second factor was already verified. */
  | { entered: { redirectUrl: string } }
)

export interface LoginAnswer {
  /** The path to open after the sign-in. */
  redirectTo?: string | false
  /** The code fits several organizations. The person is not signed in yet and chooses one. */
  organizations?: SignInOrganization[]
  /** A second factor is needed. The person is not signed in yet. */
  secondFactor?: boolean
}

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
  const providersPage = () => providerSignOutUrl(() => api.read('auth/oidc/logout'))
  const send = (path: string, body?: object) =>
    sendRequest(`${API}/${path}`, { method: 'POST', body: body && JSON.stringify(body) })

  return {
    loadSession,

    async login(credentials: Credentials): Promise<LoginAnswer> {
      const { redirectUrl, organizations, secondFactor } =
        'entered' in credentials
          ? (credentials.entered as SignedIn)
          : ((await send(signInPath(credentials), credentials)).json as SignedIn)
      if (organizations) return { organizations }
      if (secondFactor) return { secondFactor }
      removePersonalQueries(client)
      await client.fetchQuery({ queryKey: sessionKey, queryFn: loadSession, staleTime: 0 })
      api.keeper.announceSignIn()
      return { redirectTo: ownPath(redirectUrl) ?? false }
    },

    async logout() {
      if (cachedSession()) await Promise.race([beforeLeaving(), waitOneSecond()])
      // The URL is requested while the session is live, and opened after the session has ended.
      const away = cachedSession()
        ? await Promise.race([providersPage(), waitOneSecond()])
        : undefined
      // Stop this person's queries behind the sign-in page.
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
        if (away) page.open(away)
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

function signInPath(credentials: Credentials): string {
  if ('passkey' in credentials) return 'auth/passkey/verify'
  return 'token' in credentials ? 'auth/verify-link' : 'auth/verify-code'
}

// Signing out waits at most this long for the server and the provider.
const waitOneSecond = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined))

// Subscribers of a query are notified in a separate task and rendered in it.
const waitForUnmount = () => new Promise<void>((resolve) => setTimeout(resolve))

// The next person must not see what this person has read. The session query itself is replaced.
const removePersonalQueries = (client: QueryClient) =>
  client.removeQueries({ predicate: isPersonalQuery })
/** Matches every query that depends on the person, which is all but the session. */
export const isPersonalQuery = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  queryKey[0] !== sessionKey[0]

// Only paths of this site, so that an answer cannot redirect people to another site.
const ownPath = (url: string | undefined) => (url && /^\/(?![/\\])/.test(url) ? url : undefined)
