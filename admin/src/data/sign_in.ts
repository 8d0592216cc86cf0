import type { SignedIn, SignInOrganization } from '@crossdock/client'
import type { Session } from '@crossdock/admin/kit'
import { post } from './wire.js'

export type Credentials = { next?: string } & (
  | { token: string; confirm?: boolean }
  | { email: string; code: string; tenantId?: string }
  | { passkey: object }
  /** The server's answer, when the second factor was already verified. */
  | { entered: { redirectUrl: string } }
)

export interface LoginAnswer {
  /** The new session. */
  session?: Session | null
  /** The path to open after the sign-in. */
  redirectTo?: string
  /** The code fits several organizations. The person is not signed in yet and chooses one. */
  organizations?: SignInOrganization[]
  /** A second factor is needed. The person is not signed in yet. */
  secondFactor?: boolean
}

/**
 * Signs in.
 * @param enter called when the person is signed in; returns the new session
 */
export async function signIn(
  credentials: Credentials,
  enter: () => Promise<Session | null>
): Promise<LoginAnswer> {
  const { redirectUrl, organizations, secondFactor } =
    'entered' in credentials
      ? (credentials.entered as SignedIn)
      : await post<SignedIn>(signInPath(credentials), credentials)
  if (organizations) return { organizations }
  if (secondFactor) return { secondFactor }
  return { session: await enter(), redirectTo: redirectUrl }
}

function signInPath(credentials: Credentials): string {
  if ('passkey' in credentials) return 'auth/passkey/verify'
  return 'token' in credentials ? 'auth/verify-link' : 'auth/verify-code'
}
