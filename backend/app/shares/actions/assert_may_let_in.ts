import { grants } from '@crossdock/backend/access'
import { assetsAll, assetsRead, assetsWrite, assetVisits } from '@crossdock/backend/assets'
import type { Share } from '../models/share.js'

type Letting = Pick<Share, 'assetId' | 'kind' | 'opensAll' | 'expiresAt'>

/** Nobody lets others do by a link what they may not do themselves with what it leads to. @throws Problem 403, 404 */
export async function assertMayLetIn({ assetId, kind, opensAll, expiresAt }: Letting) {
  const scopes = [kind === 'upload' ? assetsWrite : assetsRead, ...(opensAll ? [assetsAll] : [])]
  await grants.use().assertMayGrant({ scopes: scopes.map(({ name }) => name), expiresAt })
  if (kind === 'upload') await assetVisits.use().assertReceives(assetId)
}
