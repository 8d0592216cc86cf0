import type { Page, Input, ItemInput } from '@crossdock/kernel/http'
import { restoreAsset, trashAsset } from '../actions/trash.js'
import { updateAsset } from '../actions/update_asset.js'
import type { AssetInfo } from '../contracts/index.js'
import { findAsset } from '../queries/find_asset.js'
import { listAssets } from '../queries/list_assets.js'
import { toAsset } from '../transformers/asset.js'
import type { assetChanges } from '../validators/asset.js'

export default class AssetsController {
  async index({ list }: Input): Promise<Page<AssetInfo>> {
    return (await listAssets(list)).map(toAsset)
  }

  async show({ params }: ItemInput) {
    const { asset, path } = await findAsset(params.id)
    return { ...toAsset(asset), path: path.map(({ id, name }) => ({ id, name })) }
  }

  async update({ params, body }: ItemInput<typeof assetChanges>) {
    return toAsset(await updateAsset(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    return toAsset(await trashAsset(params.id))
  }

  async restore({ params }: ItemInput) {
    return toAsset(await restoreAsset(params.id))
  }
}
