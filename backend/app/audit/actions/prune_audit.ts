import { ask, change, transaction } from '@crossdock/kernel/database'
import { asOperator, currentTenantId } from '@crossdock/kernel/tenancy'
import { origin } from '../chain/index.js'
import { holdHeads } from './hold_heads.js'
import { signHead } from './sign_head.js'

interface Row {
  seq: number | string
  hash: string
  createdAt: string
}

/**
 * Cuts off the beginning of the current tenant's audit, and leaves a signed checkpoint in its place: with it the rest still
 * proves itself. Entries go in their order, so one that is older than it looks stays until all before it are.
 * @param before an instant; @param most how many at once
 * @returns how many were deleted
 */
export async function pruneAudit(before: string, most: number): Promise<number> {
  const chain = currentTenantId()
  return asOperator('cut off the beginning of an audit', () =>
    transaction(async () => {
      // Nobody else prunes it meanwhile.
      await holdHeads([chain])
      const rows = await ask<Row>(
        `select seq, hash, created_at as "createdAt" from audit_entries where chain = ?
         and seq > ? order by seq limit ?`,
        // What somebody put in front of it is no entry to stop at.
        [chain, origin.seq, most]
      )
      const at = rows.findIndex(({ createdAt }) => createdAt >= before)
      const old = at < 0 ? rows : rows.slice(0, at)
      const last = old.at(-1)
      if (!last) return 0
      const seq = Number(last.seq)
      await signHead('checkpoint', { id: chain, seq, hash: last.hash })
      await change('delete from audit_entries where chain = ? and seq <= ?', [chain, seq])
      // What was signed of what is gone proves nothing any more.
      await change('delete from audit_heads where chain = ? and seq < ?', [chain, seq])
      return old.length
    })
  )
}
