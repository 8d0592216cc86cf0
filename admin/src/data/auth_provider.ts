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
import { leavingBy } from '../login/sso/sign_out.js'
import type { ApiClient } from './api.js'
import { hostBrand } from './host_brand.js'
import { API, wire } from './wire.js'
import { forgetTenant } from './working_tenant.js'

export type Credentials = { next?: string } & (
  | { token: string; confirm?: boolean }
  | { email: string; code: string; tenantId?: string }
  | { passkey: object }
  /** The second factor was brought already, and this is what it was answered with. */
  | { entered: { redirectUrl: string } }
)

export interface LoginAnswer {
  /** Where the person is now. */
  redirectTo?: string | false
  /** Nobody is signed in yet: the code opens several organizations. */
  organizations?: SignInOrganization[]
  /** Nobody is signed in yet: a second factor is asked for. */
  secondFactor?: boolean
}

/**
 * Session cookie auth. The session is one cached query; anonymous visits never call logout, and no
 * failed call signs anybody out: what a 401 means is the API client's to settle.
 * @param beforeLeaving what is still to be sent before the person signs out
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
  const known = () => client.getQueryData<Session | null>(sessionKey)
  const providersPage = () => leavingBy(() => api.read('auth/oidc/logout'))
  const send = (path: string, body?: object) =>
    wire(`${API}/${path}`, { method: 'POST', body: body && JSON.stringify(body) })

  return {
    loadSession,

    async login(credentials: Credentials): Promise<LoginAnswer> {
      const { redirectUrl, organizations, secondFactor } =
        'entered' in credentials
          ? (credentials.entered as SignedIn)
          : ((await send(doorOf(credentials), credentials)).json as SignedIn)
      if (organizations) return { organizations }
      if (secondFactor) return { secondFactor }
      forgetOthers(client)
      await client.fetchQuery({ queryKey: sessionKey, queryFn: loadSession, staleTime: 0 })
      api.keeper.tellOthers()
      return { redirectTo: ownPath(redirectUrl) ?? false }
    },

    async logout() {
      if (known()) await Promise.race([beforeLeaving(), patience()])
      // Asked for while somebody is signed in; gone to when nobody is any more.
      const away = known() ? await Promise.race([providersPage(), patience()]) : undefined
      // Nothing of this person's goes on behind the sign-in page.
      void client.cancelQueries()
      api.keeper.part()
      try {
        if (known()) await api.signOut()
        api.keeper.leave()
        forgetTenant()
        client.setQueryData(sessionKey, null)
        void brandHere().then(showBrand)
        // Their screens go first: one that is still there would ask anew for what is forgotten.
        await screensGone()
        forgetOthers(client)
        if (away) page.open(away)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'E_SESSION_CHANGED') api.askToSignIn()
        void client.invalidateQueries({ predicate: isOthers })
        throw new Error('Failed to logout', { cause: error })
      } finally {
        api.keeper.parted()
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

function doorOf(credentials: Credentials): string {
  if ('passkey' in credentials) return 'auth/passkey/verify'
  return 'token' in credentials ? 'auth/verify-link' : 'auth/verify-code'
}

// Who signs out does not wait for long.
const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined))

// Those who follow a query are told of its change in a task of their own, and drawn in the same.
const screensGone = () => new Promise<void>((resolve) => setTimeout(resolve))

// What one person has read is not for the next one; the session query itself is set anew.
const forgetOthers = (client: QueryClient) => client.removeQueries({ predicate: isOthers })
/** What was read for a person: everything but who it is. */
export const isOthers = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] !== sessionKey[0]

// Only paths of this site: an answer must not be able to send people elsewhere.
const ownPath = (url: string | undefined) => (url && /^\/(?![/\\])/.test(url) ? url : undefined)
