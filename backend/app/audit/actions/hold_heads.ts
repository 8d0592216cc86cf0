import { ask, change, dialect, now } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { origin } from '../chain/index.js'
import { tenantOf } from '../chains.js'

/** Where a chain ends, held until the transaction does: nobody else adds to it meanwhile. */
export interface ChainEnd {
  id: string
  seq: number
  hash: string
  /** Whether it is as this installation left it. */
  isOwn: boolean
}

interface Row {
  id: string
  seq: number | string
  hash: string
  mac: string
}

/** What a chain's end is known again by. */
export const macOf = ({ id, seq, hash }: Pick<ChainEnd, 'id' | 'seq' | 'hash'>): string =>
  signatures.use().mac(textOf({ id, seq, hash }))

export const textOf = ({ id, seq, hash }: Pick<ChainEnd, 'id' | 'seq' | 'hash'>): string =>
  `crossdock audit chain\n${JSON.stringify([id, seq, hash])}`

/** The ends of some chains, in operator scope and a transaction; those that are new begin. */
export async function holdHeads(ids: readonly string[]): Promise<Map<string, ChainEnd>> {
  // Always in the same order: processes must not block each other.
  const wanted = [...ids].sort()
  const found = await held(wanted)
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  for (const id of missing) await begin(id)
  return held(wanted)
}

async function held(ids: readonly string[]): Promise<Map<string, ChainEnd>> {
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

/** Notes how far a chain has come, and what its tenant is called as long as there is one. */
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
