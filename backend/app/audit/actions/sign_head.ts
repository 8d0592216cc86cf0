import { change, newId } from '@crossdock/kernel/database'
import type { SignedHead } from '../chain/index.js'
import { createSignedHead, tenantOf } from '../chains.js'

/** Signs the current end of a chain and stores the signature. Needs operator scope. */
export async function signHead(...of: Parameters<typeof createSignedHead>): Promise<SignedHead> {
  const head = createSignedHead(...of)
  await change(
    `insert into audit_heads (id, tenant_id, chain, kind, seq, hash, key_id, signature, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      newId(),
      tenantOf(head.chain),
      head.chain,
      head.kind,
      head.seq,
      head.hash,
      head.keyId,
      head.signature,
      head.createdAt,
    ]
  )
  return head
}
