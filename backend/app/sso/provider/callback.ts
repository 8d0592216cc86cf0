import { originsOf } from '@crossdock/kernel/tenancy'

const path = '/api/auth/oidc/callback'

/** The redirect address of all providers: one for all tenants, on the host of APP_URL. */
export const callbackUrl = (): string => `${originsOf(null)[0]}${path}`

/** The redirect address at the origin where the sign-in began. */
export const callbackAt = (origin: string, query: string): string => `${origin}${path}?${query}`

/** Where a provider reports a logout (OpenID Connect Back-Channel Logout). */
export const backChannelUrl = (configId: string): string =>
  `${originsOf(null)[0]}/api/auth/oidc/${configId}/logout`

/** The page to which providers send people after a logout. */
export const signedOutPage = (): string => `${originsOf(null)[0]}/login`
