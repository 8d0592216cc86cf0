import type { Input, ItemInput } from '@crossdock/kernel/http'
import { changeShare } from '../actions/change_share.js'
import { createShare } from '../actions/create_share.js'
import { readLink } from '../actions/read_link.js'
import { revokeShares } from '../actions/revoke_shares.js'
import { listShares } from '../queries/list_shares.js'
import type { bulkRevoke, newShare, shareChanges } from '../validators/share.js'

export default class SharesController {
  index({ list }: Input) {
    return listShares(list)
  }

  store({ params, body }: ItemInput<typeof newShare>) {
    return createShare(params.id, body)
  }

  update({ params, body }: ItemInput<typeof shareChanges>) {
    return changeShare(params.id, body)
  }

  async destroy({ params }: ItemInput) {
    await revokeShares([params.id])
  }

  link({ params }: ItemInput) {
    return readLink(params.id)
  }

  bulk({ body }: Input<typeof bulkRevoke>) {
    return revokeShares(body.ids)
  }
}
