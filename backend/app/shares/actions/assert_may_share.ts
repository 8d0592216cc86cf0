import { grants } from '@crossdock/backend/access'
import { assetsAll, assetsRead, assetsWrite, assetVisits } from '@crossdock/backend/assets'
import type { Share } from '../models/share.js'

type NewLink = Pick<Share, 'assetId' | 'kind' | 'opensAll' | 'expiresAt'>

/** A link must not give more access than the caller has. @throws Problem 403, 404 */
export async function assertMayShare({ assetId, kind, opensAll, expiresAt }: NewLink) {
  const scopes = [kind === 'upload' ? assetsWrite : assetsRead, ...(opensAll ? [assetsAll] : [])]
  await grants.use().assertMayGrant({ scopes: scopes.map(({ name }) => name), expiresAt })
  if (kind === 'upload') await assetVisits.use().assertReceives(assetId)
}
