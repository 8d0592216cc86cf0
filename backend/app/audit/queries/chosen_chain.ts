import { ask } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/http'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { chainOf } from '../chains.js'

/** A chain as it is kept: also that of a tenant which is gone. */
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
 * Runs `work` where a chain can be read: in its tenant, or for a super administrator outside of any in operator scope, whose
 * own chain it is unless another one is named, that of a tenant that is gone, too.
 * @throws Problem 404 for the chain of others, as for one that does not exist
 */
export async function inChain<T>(
  named: string | undefined,
  work: (chain: Chain) => Promise<T>
): Promise<T> {
  const { tenantId, caller } = currentContext()
  const own = chainOf(tenantId)
  const id = named ?? own
  if (id !== own && (tenantId !== null || !caller.isSuperAdmin)) throw none(id)
  const read = async () => {
    const chain = await findChain(id)
    if (!chain && id !== own) throw none(id)
    return work(chain ?? empty(id))
  }
  if (tenantId !== null) return read()
  return asOperator('a super administrator reads the audit of a tenant, or that of no tenant', read)
}

const none = (id: string) => notFound('There is no audit of "{id}".', id.slice(0, 64))

const empty = (id: string): Chain => ({
  ...{ id, name: null, subdomain: null, seq: 0, hash: '', mac: '', sealedAt: null },
})

async function findChain(id: string): Promise<Chain | undefined> {
  const [row] = await ask<Chain>(`${chainColumns} where id = ?`, [id])
  return row && { ...row, seq: Number(row.seq) }
}

const chainColumns =
  'select id, name, subdomain, seq, hash, mac, sealed_at as "sealedAt" from audit_chains'

const mostChains = 1_000

interface KnownChain extends Pick<Chain, 'id' | 'name' | 'subdomain' | 'seq'> {
  sealedAt: string
  /** The tenant was deleted. */
  isGone: boolean
}

/** The chains of all tenants that ever were, those sealed last first; in operator scope. */
export async function newestChains(): Promise<KnownChain[]> {
  const rows = await ask<Omit<KnownChain, 'isGone'> & { present: string | null }>(
    `select audit_chains.id, audit_chains.name, audit_chains.subdomain, seq,
       sealed_at as "sealedAt", tenants.id as present
     from audit_chains left join tenants on tenants.id = audit_chains.id
     order by sealed_at desc limit ?`,
    [mostChains]
  )
  return rows.map(({ present, ...row }) => ({
    ...{ ...row, seq: Number(row.seq) },
    isGone: present === null && row.id !== chainOf(null),
  }))
}
