import { ask, change, dialect, now } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { origin } from '../chain/index.js'
import { tenantOf, textOf } from '../chains.js'

/** The end of a chain, locked until the transaction ends, so that no other process can append. */
export interface ChainEnd {
  id: string
  seq: number
  hash: string
  /** Whether the stored MAC proves that this installation wrote the end. */
  isOwn: boolean
}

interface Row {
  id: string
  seq: number | string
  hash: string
  mac: string
}

/** The MAC that authenticates the end of a chain. */
export const macOf = ({ id, seq, hash }: Pick<ChainEnd, 'id' | 'seq' | 'hash'>): string =>
  signatures.use().mac(textOf({ id, seq, hash }))

/** Locks the ends of chains and creates missing ones. Needs operator scope and a transaction. */
export async function lockHeads(ids: readonly string[]): Promise<Map<string, ChainEnd>> {
  // A fixed order prevents deadlocks between processes.
  const wanted = [...ids].sort()
  const found = await lockExisting(wanted)
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  for (const id of missing) await begin(id)
  return lockExisting(wanted)
}

async function lockExisting(ids: readonly string[]): Promise<Map<string, ChainEnd>> {
  const marks = ids.map(() => '?').join()
  const rows = await ask<Row>(
    `select id, seq, hash, mac from audit_chains where id in (${marks}) order by id
     ${dialect() === 'postgres' ? 'for update' : ''}`,
    ids
  )
  return new Map(
    rows.map(({ id, hash, mac, ...row }) => {
      const end = { id, seq: Number(row.seq), hash }
      return [id, { ...end, isOwn: signatures.use().isMac(textOf(end), mac) }]
    })
  )
}

async function begin(id: string): Promise<void> {
  await change(
    `insert into audit_chains (id, tenant_id, seq, hash, mac, sealed_at) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do nothing`,
    [id, tenantOf(id), origin.seq, origin.hash, macOf({ id, ...origin }), now()]
  )
}

/** Stores the new end of a chain, and the tenant's name while the tenant exists. */
export async function moveHead(
  end: Pick<ChainEnd, 'id' | 'seq' | 'hash'>,
  tenant: { name: string; subdomain: string } | undefined
): Promise<void> {
  const { id, seq, hash } = end
  await change(
    `update audit_chains set seq = ?, hash = ?, mac = ?, sealed_at = ?,
       name = coalesce(?, name), subdomain = coalesce(?, subdomain) where id = ?`,
    [seq, hash, macOf(end), now(), tenant?.name ?? null, tenant?.subdomain ?? null, id]
  )
}
