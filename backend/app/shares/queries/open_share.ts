import { presentRights } from '@crossdock/backend/access'
import { assetsAll, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { brandOf } from '@crossdock/backend/branding'
import type { Brand } from '@crossdock/backend/tenants'
import { accounts } from '@crossdock/backend/users'
import { now, unscoped } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { assetsShare } from '../contracts/index.js'
import { endOf } from '../lifetime.js'
import { Share } from '../models/share.js'
import { hashOf } from '../secret.js'
import { sharingRule } from './sharing_rule.js'

/** A link that works, with everything that its pages show. */
export interface OpenShare {
  share: Share
  /** When the link ends. */
  until: string
  tenantName: string
  /** The organization's brand. */
  brand: Brand
  /** The owner's name; null when only an e-mail address is known. */
  sharedBy: string | null
  /** Previews do not count as downloads, so a link with a download limit must not show them. */
  mayPreview: boolean
}

/** The same error for every link that does not work: it must not reveal what exists or existed. */
export const linkNotFound = (): Problem =>
  new Problem(404, 'E_SHARE_GONE', text('This link does not work, or it has stopped working.'))

interface LinkRow {
  id: string
  tenant_id: string
  tenant_name: string
  status: string
}

/**
 * Runs `work` in the tenant of a working link, with the current permissions of its creator. Events name the
 * link as their actor.
 * @throws Problem 404
 */
export async function visit<T>(token: string, work: (open: OpenShare) => Promise<T>): Promise<T> {
  const hash = hashOf(token)
  const row = hash === null ? null : await findLinkRow(hash)
  if (row?.status !== 'active') throw linkNotFound()
  return await inTenant(row.tenant_id, async () => {
    const share = await Share.find(row.id)
    if (share === null) throw linkNotFound()
    const until = endOf(share, await sharingRule())
    const { permissions, environmentId } = await resolveRights(share, until)
    const account = await accounts.use().known(share.createdBy)
    const sharedBy = account && account.label !== account.email ? account.label : null
    const open = {
      share,
      until,
      tenantName: row.tenant_name,
      sharedBy,
      brand: await brandOf(row.tenant_id),
      mayPreview: share.kind === 'download' && share.maxDownloads === null,
    }
    const { id, createdBy: userId, name } = share
    const actor = { type: 'link', id, userId, label: `Link ${name}` } as const
    return await inTenant(row.tenant_id, () => work(open), { actor, permissions, environmentId })
  })
}

function findLinkRow(hash: string): Promise<LinkRow | null> {
  return asOperator('a link is known by its hash alone', async () => {
    const found: LinkRow | null = await unscoped()
      .from('shares')
      .join('tenants', 'tenants.id', 'shares.tenant_id')
      .where('shares.token', hash)
      .select('shares.id', 'shares.tenant_id', 'tenants.name as tenant_name', 'tenants.status')
      .first()
    return found
  })
}

/**
 * Returns the permissions of a link, which are those of its creator, limited by the token that created it. Also
 * returns the environment of that token, in which the link works.
 * @throws Problem 404 when the link does not work
 */
async function resolveRights(
  { kind, revokedAt, createdBy, apiTokenId, opensAll }: Share,
  until: string
): Promise<{ permissions: ReadonlySet<string>; environmentId: string | null }> {
  if (revokedAt !== null || until <= now() || !(await sharingRule()).enabled) throw linkNotFound()
  const rights = presentRights.use()
  const { mayEnter, permissions, bounds } =
    apiTokenId === null
      ? { ...(await rights.of(createdBy)), bounds: null }
      : await rights.ofActor({ type: 'token', id: apiTokenId, userId: createdBy, label: '' })
  const needed = [assetsShare, kind === 'upload' ? assetsWrite : assetsRead]
  if (!mayEnter || needed.some(({ name }) => !permissions.has(name))) throw linkNotFound()
  // The link opens every folder only if its creator could open all of them then, and still can.
  const given = opensAll && permissions.has(assetsAll.name) ? [...needed, assetsAll] : needed
  const names = new Set(given.map(({ name }) => name))
  return { permissions: names, environmentId: bounds?.environmentId ?? null }
}
