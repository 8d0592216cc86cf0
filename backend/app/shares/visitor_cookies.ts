import { clock } from '@crossdock/kernel/database'
import type { HttpContext } from '@adonisjs/core/http'
import { parse } from 'cookie-es'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { begunHours } from './lifetime.js'
import type { Share } from './models/share.js'

const hour = 60 * 60

/** How long a password need not be entered again, and how long a download may be gone on with. */
const seconds = { unlocked: 2 * hour, begun: begunHours * hour, going: begunHours * hour }

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

/** What is downloaded: where it is below the link, `files/…` or `zip/…`. */
export type Place = `${'files' | 'zip'}/${string}`

const downloading = (token: string, { id }: Share, place: Place): Pass => ({
  kind: 'begun',
  path: `/s/${token}/${place}`,
  context: `shares:${id}:begun:${place}`,
})

function give(http: HttpContext, { kind, path, context }: Pass, ...words: string[]): void {
  const maxAge = seconds[kind]
  const end = clock.now() + maxAge * 1000
  const value = secrets.use().seal([end, ...words].join(' '), context)
  http.response.plainCookie(named(kind), value, {
    ...{ httpOnly: true, sameSite: 'lax', secure: overTls(), path, encode: false, maxAge },
  })
}

/** The words a browser was given with a pass; null where it has none, or one that is over. */
function wordsOf(http: HttpContext, { kind, context }: Pass): string[] | null {
  const value = parse(http.request.request.headers.cookie ?? '')[named(kind)]
  if (!value) return null
  try {
    const [end, ...words] = secrets.use().open(value, context).split(' ')
    return Number(end) > clock.now() ? words : null
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** Remembers that a browser has given the password of a link. */
export const rememberUnlocked = (http: HttpContext, token: string, share: Share): void =>
  give(http, unlocking(token, share))

/** Whether a browser may see what a link leads to. */
export const isUnlocked = (http: HttpContext, token: string, share: Share): boolean =>
  share.password === null || wordsOf(http, unlocking(token, share)) !== null

/** For all pages of a link: it names the last download of the browser. */
const going = (token: string, { id }: Share): Pass => ({
  kind: 'going',
  path: `/s/${token}`,
  context: `shares:${id}:going`,
})

/** A download that was counted, of this very content or zip. */
export interface Begun {
  id: string
  contentId: string
}

/** Remembers that a browser downloads something. */
export const rememberBegun = (
  http: HttpContext,
  token: string,
  share: Share,
  place: Place,
  { id, contentId }: Begun
): void => {
  give(http, downloading(token, share, place), id, contentId)
  give(http, going(token, share), id)
}

/** The id of the last download that a browser began by a link. */
export const lastBegunBy = (http: HttpContext, token: string, share: Share): string | null =>
  wordsOf(http, going(token, share))?.[0] ?? null

/** The download that a browser may go on with. */
export function begunBy(
  http: HttpContext,
  token: string,
  share: Share,
  place: Place
): Begun | null {
  const [id, contentId] = wordsOf(http, downloading(token, share, place)) ?? []
  return id && contentId ? { id, contentId } : null
}
