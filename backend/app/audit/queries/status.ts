import { signatures } from '@crossdock/kernel/secrets'
import { inChain } from './chosen_chain.js'
import { readCheckpoint, readLastHead } from './read_entries.js'

/** How far a chain is sealed, its newest signed heads, and the keys to check them. */
export const auditStatus = (named: string | undefined) =>
  inChain(named, async ({ id, name, seq, hash, sealedAt }) => ({
    chain: id,
    name,
    sealedUpTo: seq,
    sealedAt,
    hash: hash || null,
    checkpoint: (await readCheckpoint(id)) ?? null,
    lastHead: (await readLastHead(id)) ?? null,
    keys: signatures.use().publicKeys,
  }))
