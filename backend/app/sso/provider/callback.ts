import { originsOf } from '@crossdock/kernel/http'

const path = '/api/auth/oidc/callback'

/** Where every provider sends people back to: one address for all tenants, on the host of APP_URL. */
export const callbackUrl = (): string => `${originsOf(null)[0]}${path}`

/** The same at the origin where somebody has begun. */
export const callbackAt = (origin: string, query: string): string => `${origin}${path}?${query}`

/** Where a provider tells that somebody has signed out there (OpenID Connect Back-Channel Logout). */
export const backChannelUrl = (configId: string): string =>
  `${originsOf(null)[0]}/api/auth/oidc/${configId}/logout`

/** The page providers send people to who have signed out. */
export const signedOutPage = (): string => `${originsOf(null)[0]}/login`
