import { retentionPeriods } from '@crossdock/backend/retention'
import { Answer, type Input, type ItemInput } from '@crossdock/kernel/http'
import { changeAssets } from '../actions/change_assets.js'
import { replaceTags } from '../actions/change_tags.js'
import { copyAsset } from '../actions/copy_assets.js'
import { purgeAsset } from '../actions/purge_asset.js'
import { starAsset } from '../actions/star.js'
import { restoreAssets, trashAssets } from '../actions/trash.js'
import { updateAsset } from '../actions/update_asset.js'
import { recordVisit } from '../actions/visit.js'
import type { Asset } from '../models/asset.js'
import { trashKeptDays } from '../kept_trash.js'
import { findAsset } from '../queries/find_asset.js'
import { listAssets } from '../queries/list_assets.js'
import { listTags } from '../queries/list_tags.js'
import type { assetChanges, bulkChange, newCopy, newTags } from '../validators/asset.js'

export default class AssetsController {
  index({ list }: Input) {
    return listAssets(list)
  }

  async show({ http, params }: ItemInput) {
    const found = await findAsset(params.id)
    if (found.asset.type === 'file' && found.asset.trashedAt === null)
      await recordVisit(params.id, http.logger)
    return found
  }

  async trash() {
    return { keptDays: (await retentionPeriods.use().daysOf('trash')) ?? trashKeptDays }
  }

  tag({ params, body }: ItemInput<typeof newTags>) {
    return replaceTags(params.id, body.tags)
  }

  star({ params }: ItemInput) {
    return starAsset(params.id, true)
  }

  unstar({ params }: ItemInput) {
    return starAsset(params.id, false)
  }

  tags({ list }: Input) {
    return listTags(list)
  }

  update({ params, body }: ItemInput<typeof assetChanges>) {
    return updateAsset(params.id, body)
  }

  destroy({ params }: ItemInput) {
    return firstOf(trashAssets([params.id]))
  }

  restore({ params }: ItemInput) {
    return firstOf(restoreAssets([params.id]))
  }

  async copy({ params, body: { parentId, name } }: ItemInput<typeof newCopy>) {
    return new Answer(201, await copyAsset(params.id, parentId, name))
  }

  bulk({ body }: Input<typeof bulkChange>) {
    return changeAssets(body)
  }

  purge({ params }: ItemInput) {
    return purgeAsset(params.id)
  }
}

const firstOf = async (changed: Promise<Asset[]>): Promise<Asset> => (await changed)[0]!
