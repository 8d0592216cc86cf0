import { insertMissing, tenantTable, currentContext } from '@crossdock/kernel/tenancy'
import { transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import { Asset } from '../models/asset.js'
import { findAsset } from '../queries/find_asset.js'

/**
 * Adds or removes the caller's star on an asset. Stars are private and do not change the asset.
 * @throws Problem 404, 409 when the caller is not a person
 */
export function starAsset(id: string, starred: boolean): Promise<Asset> {
  return transaction(async () => {
    // The lock makes a purge wait until the star is stored, and a star wait until a running purge ends.
    await Asset.query().where('id', id).forShare().first()
    const { asset } = await findAsset(id)
    const { userId } = currentContext().actor
    if (userId === null) {
      throw conflict(
        'E_NO_PERSON',
        text('Only people can star files and folders. Send the request as a person.')
      )
    }
    if (starred) await insertMissing('asset_stars', [{ asset_id: id, user_id: userId }])
    else await tenantTable('asset_stars').where({ asset_id: id, user_id: userId }).delete()
    return asset
  })
}
