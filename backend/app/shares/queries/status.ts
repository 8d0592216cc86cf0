import { now } from '@crossdock/kernel/database'
import { endOf, dayMs } from '../lifetime.js'
import type { Share, ShareStatus } from '../models/share.js'
import { sharingRule, type Rule } from './sharing_rule.js'

type Ending = Pick<Share, 'createdAt' | 'expiresAt' | 'revokedAt' | 'maxDownloads' | 'downloads'>

/** The status of a link at a time. */
export function statusAt(time: string, share: Ending, rule: Rule): ShareStatus {
  if (share.revokedAt !== null) return 'revoked'
  if (endOf(share, rule) <= time) return 'expired'
  return isUsedUp(share) ? 'used_up' : 'active'
}

export const isUsedUp = ({ maxDownloads, downloads }: Ending): boolean =>
  maxDownloads !== null && downloads >= maxDownloads

interface Narrowed {
  whereRaw(sql: string, bindings: string[]): unknown
}

/** Narrows a list to links with one of these statuses; must agree with `statusAt`. */
export async function inStatus(query: Narrowed, value: unknown): Promise<void> {
  const time = now()
  const { maxDays } = await sharingRule()
  const oldest = new Date(Date.parse(time) - maxDays * dayMs).toISOString()
  const open = 'revoked_at is null and expires_at > ? and created_at > ?'
  const conditions: Record<ShareStatus, [sql: string, bindings: string[]]> = {
    active: [`${open} and (max_downloads is null or downloads < max_downloads)`, [time, oldest]],
    used_up: [`${open} and downloads >= max_downloads`, [time, oldest]],
    expired: ['revoked_at is null and (expires_at <= ? or created_at <= ?)', [time, oldest]],
    revoked: ['revoked_at is not null', []],
  }
  const asked = [value].flat().map((status) => conditions[status as ShareStatus])
  query.whereRaw(
    `(${asked.map(([sql]) => `(${sql})`).join(' or ') || '1 = 0'})`,
    asked.flatMap(([, bindings]) => bindings)
  )
}
