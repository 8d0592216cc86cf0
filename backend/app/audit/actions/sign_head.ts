import { change, newId, now } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { signedText, type SignedHead } from '../chain/index.js'
import { tenantOf } from '../chains.js'

/** Signs the current end of a chain without storing the signature. */
export function createSignedHead(
  kind: SignedHead['kind'],
  { id, seq, hash }: { id: string; seq: number; hash: string }
): SignedHead {
  const head = { kind, chain: id, seq, hash, createdAt: now() }
  return { ...head, ...signatures.use().sign(signedText(head)) }
}

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
