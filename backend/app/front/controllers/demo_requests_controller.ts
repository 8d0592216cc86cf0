import type { Input, ItemInput } from '@crossdock/kernel/http'
import { deleteDemoRequest, markDemoRequest } from '../actions/change_demo_request.js'
import { listDemoRequests } from '../queries/demo_requests.js'
import { showDemoRequest } from '../transformers/front.js'
import type { demoRequestBody } from '../validators/front.js'

/** Requests for a demo; for the super administrator. */
export default class DemoRequestsController {
  index({ list }: Input) {
    return listDemoRequests(list)
  }

  async update({ params, body }: ItemInput<typeof demoRequestBody>) {
    return showDemoRequest(await markDemoRequest(params.id, body))
  }

  destroy({ params }: ItemInput) {
    return deleteDemoRequest(params.id)
  }
}
