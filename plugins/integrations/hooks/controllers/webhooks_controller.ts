import type { Input, ItemInput } from '@crossdock/kernel/http'
import { changeAddress, renewAddress, rotateSecret } from '../actions/change_address.js'
import { replayRequest } from '../actions/replay.js'
import { findAddress, listAddresses, showOneAddress } from '../queries/addresses.js'
import { listRequests, showOneRequest } from '../queries/requests.js'
import type { rotateSecretBody, updateAddressBody } from '../validators/addresses.js'

export default class WebhooksController {
  index({ list }: Input) {
    return listAddresses(list)
  }

  async show({ params }: ItemInput) {
    return showOneAddress(await findAddress(params.id))
  }

  update({ params, body }: ItemInput<typeof updateAddressBody>) {
    return changeAddress(params.id, body)
  }

  rotate({ params, body }: ItemInput<typeof rotateSecretBody>) {
    return rotateSecret(params.id, body)
  }

  renew({ params }: ItemInput) {
    return renewAddress(params.id)
  }

  requests({ list }: Input) {
    return listRequests(list)
  }

  request({ params }: ItemInput) {
    return showOneRequest(params.id)
  }

  replay({ params }: ItemInput) {
    return replayRequest(params.id)
  }
}
