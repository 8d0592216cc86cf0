import { clock } from '@crossdock/kernel/database'
import type { HttpContext } from '@adonisjs/core/http'
import { parse } from 'cookie-es'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { begunHours } from './lifetime.js'
import type { Share } from './models/share.js'

const hour = 60 * 60

/** Lifetimes of the cookies for an entered password, a counted download, and the last download. */
const seconds = { unlocked: 2 * hour, begun: begunHours * hour, going: begunHours * hour }

type Kind = keyof typeof seconds

const overTls = () => settings.use().APP_URL.startsWith('https:')
const cookieName = (kind: Kind) => `${overTls() ? '__Secure-' : ''}crossdock_share_${kind}`

interface Pass {
  kind: Kind
  /** The path for which the browser sends the cookie. */
  path: string
  /** Encryption context: the cookie is valid only for this purpose. */
  context: string
}

/** Proves that the browser has entered the password. A new password makes it invalid. */
const unlockPass = (token: string, { id, password }: Share): Pass => ({
  kind: 'unlocked',
  path: `/s/${token}`,
  context: `shares:${id}:unlocked:${password}`,
})

/** Path of a download below the link: `files/…` or `zip/…`. */
export type DownloadPath = `${'files' | 'zip'}/${string}`

const downloadPass = (token: string, { id }: Share, place: DownloadPath): Pass => ({
  kind: 'begun',
  path: `/s/${token}/${place}`,
  context: `shares:${id}:begun:${place}`,
})

function setPass(http: HttpContext, { kind, path, context }: Pass, ...words: string[]): void {
  const maxAge = seconds[kind]
  const end = clock.now() + maxAge * 1000
  const value = secrets.use().seal([end, ...words].join(' '), context)
  http.response.plainCookie(cookieName(kind), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: overTls(),
    path,
    encode: false,
    maxAge,
  })
}

/** The values of a cookie; null when it is missing or expired. */
function readPass(http: HttpContext, { kind, context }: Pass): string[] | null {
  const value = parse(http.request.request.headers.cookie ?? '')[cookieName(kind)]
  if (!value) return null
  try {
    const [end, ...words] = secrets.use().open(value, context).split(' ')
    return Number(end) > clock.now() ? words : null
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** Remembers that a browser has entered the password of a link. */
export const rememberUnlocked = (http: HttpContext, token: string, share: Share): void =>
  setPass(http, unlockPass(token, share))

/** Whether a browser may see the content of a link. */
export const isUnlocked = (http: HttpContext, token: string, share: Share): boolean =>
  share.password === null || readPass(http, unlockPass(token, share)) !== null

/** Names the browser's last download, for all pages of a link. */
const lastDownloadPass = (token: string, { id }: Share): Pass => ({
  kind: 'going',
  path: `/s/${token}`,
  context: `shares:${id}:going`,
})

/** A counted download, and the content or zip that it sends. */
export interface CountedDownload {
  id: string
  contentId: string
}

/** Remembers a download that a browser began. */
export const rememberBegun = (
  http: HttpContext,
  token: string,
  share: Share,
  place: DownloadPath,
  { id, contentId }: CountedDownload
): void => {
  setPass(http, downloadPass(token, share, place), id, contentId)
  setPass(http, lastDownloadPass(token, share), id)
}

/** The id of the browser's last download through a link. */
export const lastDownloadOf = (http: HttpContext, token: string, share: Share): string | null =>
  readPass(http, lastDownloadPass(token, share))?.[0] ?? null

/** The download that a browser may continue. */
export function findBegunDownload(
  http: HttpContext,
  token: string,
  share: Share,
  place: DownloadPath
): CountedDownload | null {
  const [id, contentId] = readPass(http, downloadPass(token, share, place)) ?? []
  return id && contentId ? { id, contentId } : null
}
