import type { Input, ItemInput } from '@crossdock/kernel/http'
import { restoreAsset, trashAsset } from '../actions/trash.js'
import { updateAsset } from '../actions/update_asset.js'
import { findAsset } from '../queries/find_asset.js'
import { listAssets } from '../queries/list_assets.js'
import type { assetChanges } from '../validators/asset.js'

export default class AssetsController {
  index({ list }: Input) {
    return listAssets(list)
  }

  show({ params }: ItemInput) {
    return findAsset(params.id)
  }

  update({ params, body }: ItemInput<typeof assetChanges>) {
    return updateAsset(params.id, body)
  }

  destroy({ params }: ItemInput) {
    return trashAsset(params.id)
  }

  restore({ params }: ItemInput) {
    return restoreAsset(params.id)
  }
}
