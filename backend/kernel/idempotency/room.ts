import { countedLately } from '../http/totals.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { present, sql } from '../jobs/sql.js'

/** Answers are kept for a day. */
export const keptMs = 24 * 60 * 60_000
/** Keys of one tenant that are remembered: one that is forgotten earlier would be carried out twice. */
const mostKeys = 100_000
/** What the answers of one tenant weigh in all; the oldest make room, and down to this. */
const mostBytes = 64 * 1024 * 1024
const leftBytes = 48 * 1024 * 1024

/** From here on what was measured holds for moments: it grows with every key, and each would measure it again. */
const exactBelow = 500

const lately = (what: string, count: () => Promise<number>) =>
  countedLately(`idempotency ${what}`, count, undefined, exactBelow)

const ofTenant = () => `coalesce(tenant_id, '-') = ? and created_at >= ${present(-keptMs)}`

/** In the scope of the tenant. @throws Problem 429 for one that has as many keys as may be remembered */
export async function assertRoom(tenantId: string | null): Promise<void> {
  const tenant = tenantId ?? '-'
  const keys = await lately(`keys ${tenant}`, () => measure('count(*)', tenant))
  if (keys < mostKeys) return
  throw new Problem(
    429,
    'E_IDEMPOTENCY_KEYS',
    text(
      'The {most} Idempotency-Keys that are remembered of one organization within 24 hours are used up. Nothing was done. Send the request again later, or without a key.',
      { most: mostKeys }
    ),
    { headers: { 'retry-after': '600' } }
  )
}

/** In the scope of the tenant: lets its oldest answers go when there are too many. Their keys stay, as those of what was done. */
export async function makeRoom(tenantId: string | null): Promise<void> {
  const tenant = tenantId ?? '-'
  const bytes = await lately(`bytes ${tenant}`, () => measure('coalesce(sum(bytes), 0)', tenant))
  if (bytes <= mostBytes) return
  await sql(
    `update idempotency_keys set answer = null, bytes = 0, committed = true where id in (
       select id from (
         select id, bytes, sum(bytes) over (order by created_at desc, id desc) as newer
         from idempotency_keys where ${ofTenant()}
       ) as kept where newer > ${leftBytes} and bytes > 0
     ) returning id`,
    [tenant]
  )
}

async function measure(what: string, tenant: string): Promise<number> {
  const [row] = await sql<{ total: number }>(
    `select ${what} as total from idempotency_keys where ${ofTenant()}`,
    [tenant]
  )
  return Number(row!.total)
}
