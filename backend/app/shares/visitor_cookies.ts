import type { HttpContext } from '@adonisjs/core/http'
import { parse } from 'cookie-es'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import type { Share } from './models/share.js'

const hour = 60 * 60

/** How long a password need not be entered again, and how long a download may be gone on with. */
const seconds = { unlocked: 2 * hour, begun: 6 * hour }

type Kind = keyof typeof seconds

const overTls = () => settings.use().APP_URL.startsWith('https:')
const named = (kind: Kind) => `${overTls() ? '__Secure-' : ''}crossdock_share_${kind}`

interface Pass {
  kind: Kind
  /** Where the browser sends it. */
  path: string
  /** What it is good for, so that it is worth nothing elsewhere. */
  context: string
}

/** With another password of the link it is good for nothing. */
const unlocking = (token: string, { id, password }: Share): Pass => ({
  kind: 'unlocked',
  path: `/s/${token}`,
  context: `shares:${id}:unlocked:${password}`,
})

const downloading = (token: string, { id }: Share, assetId: string, contentId: string): Pass => ({
  kind: 'begun',
  path: `/s/${token}/files/${assetId}`,
  context: `shares:${id}:begun:${assetId}:${contentId}`,
})

function give(http: HttpContext, { kind, path, context }: Pass): void {
  const maxAge = seconds[kind]
  const value = secrets.use().seal(String(Date.now() + maxAge * 1000), context)
  http.response.plainCookie(named(kind), value, {
    ...{ httpOnly: true, sameSite: 'lax', secure: overTls(), path, encode: false, maxAge },
  })
}

function has(http: HttpContext, { kind, context }: Pass): boolean {
  const value = parse(http.request.request.headers.cookie ?? '')[named(kind)]
  if (!value) return false
  try {
    return Number(secrets.use().open(value, context)) > Date.now()
  } catch (error) {
    if (error instanceof SecretError) return false
    throw error
  }
}

/** Remembers that a browser has given the password of a link. */
export const rememberUnlocked = (http: HttpContext, token: string, share: Share): void =>
  give(http, unlocking(token, share))

/** Whether a browser may see what a link leads to. */
export const isUnlocked = (http: HttpContext, token: string, share: Share): boolean =>
  share.password === null || has(http, unlocking(token, share))

/** Remembers that a browser downloads this very content, which was counted. */
export const rememberBegun = (
  http: HttpContext,
  token: string,
  share: Share,
  file: { id: string; contentId: string }
): void => give(http, downloading(token, share, file.id, file.contentId))

/** Whether a browser goes on with a download that was counted. */
export const hasBegun = (
  http: HttpContext,
  token: string,
  share: Share,
  file: { id: string; contentId: string }
): boolean => has(http, downloading(token, share, file.id, file.contentId))
