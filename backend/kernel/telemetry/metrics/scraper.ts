import { createHash, timingSafeEqual } from 'node:crypto'

const bearer = /^Bearer +(\S+) *$/i
const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** Whether a scraper sends the token. The comparison takes constant time. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const given = bearer.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}
