import { presentRights } from '@crossdock/backend/access'
import { assetsAll, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { brandOf } from '@crossdock/backend/branding'
import type { Brand } from '@crossdock/backend/tenants'
import { accounts } from '@crossdock/backend/users'
import { now, unscoped } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/http'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { assetsShare } from '../contracts/index.js'
import { endOf } from '../lifetime.js'
import { Share } from '../models/share.js'
import { hashOf } from '../secret.js'
import { sharingRule } from './sharing_rule.js'

/** A link that works, and whose it is. */
export interface OpenShare {
  share: Share
  /** When it ends. */
  until: string
  tenantName: string
  /** How the organization that shares shows itself. */
  brand: Brand
  /** Who made it; null for who has no name but their address. */
  sharedBy: string | null
  /** Files may be looked at: a preview counts as no download, so a limit would be none with it. */
  mayPreview: boolean
}

/** The same for every link that leads nowhere, whyever: nobody finds out what there is or was. */
export const gone = (): Problem =>
  new Problem(404, 'E_SHARE_GONE', text('This link does not work, or it has stopped working.'))

interface Place {
  id: string
  tenant_id: string
  tenant_name: string
  status: string
}

/**
 * Runs `work` in the tenant of a link, as far as whoever made it may go at this moment, if the link works. What happens
 * there is told as done by the link.
 * @throws Problem 404
 */
export async function visit<T>(token: string, work: (open: OpenShare) => Promise<T>): Promise<T> {
  const hash = hashOf(token)
  const place = hash === null ? null : await placeOf(hash)
  if (place?.status !== 'active') throw gone()
  return await inTenant(place.tenant_id, async () => {
    const share = await Share.find(place.id)
    if (share === null) throw gone()
    const until = endOf(share, await sharingRule())
    const { permissions, environmentId } = await rightsIn(share, until)
    const account = await accounts.use().known(share.createdBy)
    const sharedBy = account && account.label !== account.email ? account.label : null
    const open = {
      ...{ share, until, tenantName: place.tenant_name, sharedBy },
      brand: await brandOf(place.tenant_id),
      mayPreview: share.kind === 'download' && share.maxDownloads === null,
    }
    const { id, createdBy: userId, name } = share
    const actor = { type: 'link', id, userId, label: `Link ${name}` } as const
    return await inTenant(place.tenant_id, () => work(open), { actor, permissions, environmentId })
  })
}

function placeOf(hash: string): Promise<Place | null> {
  return asOperator('a link is known by its hash alone', async () => {
    const found: Place | null = await unscoped()
      .from('shares')
      .join('tenants', 'tenants.id', 'shares.tenant_id')
      .where('shares.token', hash)
      .select('shares.id', 'shares.tenant_id', 'tenants.name as tenant_name', 'tenants.status')
      .first()
    return found
  })
}

/**
 * What whoever made a link may do of what it takes, with the token it was made with if there was one; and the environment that
 * token is bound to, in which what happens by the link happens.
 * @throws Problem 404 when the link does not work
 */
async function rightsIn(
  { kind, revokedAt, createdBy, apiTokenId, opensAll }: Share,
  until: string
): Promise<{ permissions: ReadonlySet<string>; environmentId: string | null }> {
  if (revokedAt !== null || until <= now() || !(await sharingRule()).enabled) throw gone()
  const rights = presentRights.use()
  const { mayEnter, permissions, bounds } =
    apiTokenId === null
      ? { ...(await rights.of(createdBy)), bounds: null }
      : await rights.ofActor({ type: 'token', id: apiTokenId, userId: createdBy, label: '' })
  const needed = [assetsShare, kind === 'upload' ? assetsWrite : assetsRead]
  if (!mayEnter || needed.some(({ name }) => !permissions.has(name))) throw gone()
  // Every folder only where it was made by who might open them all, be it with a token, and still may.
  const given = opensAll && permissions.has(assetsAll.name) ? [...needed, assetsAll] : needed
  const names = new Set(given.map(({ name }) => name))
  return { permissions: names, environmentId: bounds?.environmentId ?? null }
}
