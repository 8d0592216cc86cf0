import { ask } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { chainOf } from '../chains.js'

/** The chain of a tenant, perhaps a deleted one, or of the operator. */
export interface Chain {
  id: string
  name: string | null
  subdomain: string | null
  seq: number
  hash: string
  mac: string
  sealedAt: string | null
}

/**
 * Runs `work` with a chain that the caller may read: inside a tenant, the tenant's. Outside of tenants, a
 * super administrator gets operator scope and any named chain; by default the operator's.
 * @throws Problem 404 for an unknown chain, and the same for a chain the caller may not read
 */
export async function inChain<T>(
  named: string | undefined,
  work: (chain: Chain) => Promise<T>
): Promise<T> {
  const { tenantId, caller } = currentContext()
  const own = chainOf(tenantId)
  const id = named ?? own
  if (id !== own && (tenantId !== null || !caller.isSuperAdmin)) throw unknownChain(id)
  const read = async () => {
    const chain = await findChain(id)
    if (!chain && id !== own) throw unknownChain(id)
    return work(chain ?? emptyChain(id))
  }
  if (tenantId !== null) return read()
  return asOperator('a super administrator reads the audit of a tenant, or that of no tenant', read)
}

const unknownChain = (id: string) => notFound('There is no audit of "{id}".', id.slice(0, 64))

const emptyChain = (id: string): Chain => ({
  id,
  name: null,
  subdomain: null,
  seq: 0,
  hash: '',
  mac: '',
  sealedAt: null,
})

async function findChain(id: string): Promise<Chain | undefined> {
  const [row] = await ask<Chain>(`${chainColumns} where id = ?`, [id])
  return row && { ...row, seq: Number(row.seq) }
}

const chainColumns =
  'select id, name, subdomain, seq, hash, mac, sealed_at as "sealedAt" from audit_chains'

const maxChains = 1_000

interface KnownChain extends Pick<Chain, 'id' | 'name' | 'subdomain' | 'seq'> {
  sealedAt: string
  /** Whether the tenant was deleted. */
  isGone: boolean
}

/** Chains of all tenants, including deleted ones, last sealed first. Needs operator scope. */
export async function newestChains(): Promise<KnownChain[]> {
  const rows = await ask<Omit<KnownChain, 'isGone'> & { present: string | null }>(
    `select audit_chains.id, audit_chains.name, audit_chains.subdomain, seq,
       sealed_at as "sealedAt", tenants.id as present
     from audit_chains left join tenants on tenants.id = audit_chains.id
     order by sealed_at desc limit ?`,
    [maxChains]
  )
  return rows.map(({ present, ...row }) => ({
    ...row,
    seq: Number(row.seq),
    isGone: present === null && row.id !== chainOf(null),
  }))
}
