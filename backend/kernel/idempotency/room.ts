import { countedLately } from '../lists/totals.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { present, sql } from '../jobs/sql.js'

/** Answers are kept for a day. */
export const keptMs = 24 * 60 * 60_000
/** Keys per tenant. If a key were deleted early, its request could run twice. */
const mostKeys = 100_000
/** Total size of a tenant's answers; above the first limit, the oldest are dropped down to the second. */
const mostBytes = 64 * 1024 * 1024
const leftBytes = 48 * 1024 * 1024

/** Results from this number on are cached for a moment. Otherwise each new key would count all keys again. */
const exactBelow = 500

const lately = (what: string, count: () => Promise<number>) =>
  countedLately(`idempotency ${what}`, count, undefined, exactBelow)

const ofTenant = () => `coalesce(tenant_id, '-') = ? and created_at >= ${present(-keptMs)}`

/** In the tenant's scope. @throws Problem 429 for a tenant with too many keys */
export async function assertRoom(tenantId: string | null): Promise<void> {
  const tenant = tenantId ?? '-'
  const keys = await lately(`keys ${tenant}`, () => measure('count(*)', tenant))
  if (keys < mostKeys) return
  throw new Problem(
    429,
    'E_IDEMPOTENCY_KEYS',
    text(
      'The organization has used all of its {most} Idempotency-Keys for 24 hours. Nothing was done. Send the request again later, or without a key.',
      { most: mostKeys }
    ),
    { headers: { 'retry-after': '600' } }
  )
}

/**
 * In the tenant's scope: drops its oldest answers when there are too many. Their keys stay and mark the
 * requests as done.
 */
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
