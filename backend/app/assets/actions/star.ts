import { insertMissing, tenantTable, currentContext } from '@crossdock/kernel/tenancy'
import { transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/http'
import { Asset } from '../models/asset.js'
import { findAsset } from '../queries/find_asset.js'

/**
 * Stars an asset for the caller, or takes their star off it; a star is nobody else's, and no change of the asset.
 * @throws Problem 404, 409 for a caller who is no person
 */
export function starAsset(id: string, starred: boolean): Promise<Asset> {
  return transaction(async () => {
    // Who purges it waits until the star is on it, and who stars what is being purged until it is gone.
    await Asset.query().where('id', id).forShare().first()
    const { asset } = await findAsset(id)
    const { userId } = currentContext().actor
    if (userId === null) {
      throw conflict('E_NO_PERSON', text('Only people have stars, and nobody is behind this call.'))
    }
    if (starred) await insertMissing('asset_stars', [{ asset_id: id, user_id: userId }])
    else await tenantTable('asset_stars').where({ asset_id: id, user_id: userId }).delete()
    return asset
  })
}
