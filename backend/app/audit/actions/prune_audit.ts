import { ask, change, transaction } from '@crossdock/kernel/database'
import { asOperator, currentTenantId } from '@crossdock/kernel/tenancy'
import { origin } from '../chain/index.js'
import { lockHeads } from './lock_heads.js'
import { signHead } from './sign_head.js'

interface Row {
  seq: number | string
  hash: string
  createdAt: string
}

/**
 * Deletes the oldest entries of the current tenant's audit. A signed checkpoint takes their place, so the
 * rest still verifies. Deletes in the order of the chain, up to the first entry that is too young.
 * @param before an instant
 * @param most maximum number of entries
 * @returns the number of deleted entries
 */
export async function pruneAudit(before: string, most: number): Promise<number> {
  const chain = currentTenantId()
  return asOperator('cut off the beginning of an audit', () =>
    transaction(async () => {
      // The lock keeps other processes from pruning the same chain.
      await lockHeads([chain])
      const rows = await ask<Row>(
        `select seq, hash, created_at as "createdAt" from audit_entries where chain = ?
         and seq > ? order by seq limit ?`,
        // Skip forged entries with numbers below the origin.
        [chain, origin.seq, most]
      )
      const at = rows.findIndex(({ createdAt }) => createdAt >= before)
      const old = at < 0 ? rows : rows.slice(0, at)
      const last = old.at(-1)
      if (!last) return 0
      const seq = Number(last.seq)
      await signHead('checkpoint', { id: chain, seq, hash: last.hash })
      await change('delete from audit_entries where chain = ? and seq <= ?', [chain, seq])
      // Signed heads of deleted entries prove nothing any more.
      await change('delete from audit_heads where chain = ? and seq < ?', [chain, seq])
      return old.length
    })
  )
}
