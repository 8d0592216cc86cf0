import { now } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { signedText, type SignedHead } from './chain/index.js'

/** The chain of events that belong to no tenant. */
const operatorChain = 'operator'

/** Every tenant has its own chain, with the tenant's id. */
export const chainOf = (tenantId: string | null): string => tenantId ?? operatorChain

export const tenantOf = (chain: string): string | null => (chain === operatorChain ? null : chain)

/** The text whose MAC authenticates the end of a chain. */
export const textOf = ({ id, seq, hash }: { id: string; seq: number; hash: string }): string =>
  `crossdock audit chain\n${JSON.stringify([id, seq, hash])}`

/** Signs the current end of a chain without storing the signature. */
export function createSignedHead(
  kind: SignedHead['kind'],
  { id, seq, hash }: { id: string; seq: number; hash: string }
): SignedHead {
  const head = { kind, chain: id, seq, hash, createdAt: now() }
  return { ...head, ...signatures.use().sign(signedText(head)) }
}
