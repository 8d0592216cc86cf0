import { Problem, Reader, text, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createEndpoint, deleteEndpoint, updateEndpoint } from '../actions/endpoints.js'
import { previewEndpoint } from '../actions/preview_endpoint.js'
import { testEndpoint } from '../actions/test_endpoint.js'
import { findEndpoint, listEndpoints } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'
import { showEndpoint } from '../transformers/endpoint.js'
import type {
  createEndpointBody,
  previewEndpointBody,
  testEndpointBody,
  updateEndpointBody,
} from '../validators/endpoints.js'

export default class EndpointsController {
  async index({ list }: Input) {
    return listEndpoints(list)
  }

  async ofSystem({ params, list }: ItemInput) {
    const system = await findSystem(params.id)
    return listEndpoints(list, system.id)
  }

  async show({ params }: ItemInput) {
    return showEndpoint(await findEndpoint(params.id))
  }

  async store({ params, body }: ItemInput<typeof createEndpointBody>) {
    return showEndpoint(await createEndpoint(params.id, body))
  }

  async update({ params, body }: ItemInput<typeof updateEndpointBody>) {
    return showEndpoint(await updateEndpoint(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteEndpoint(params.id)
  }

  preview({ body, http }: Input<typeof previewEndpointBody>) {
    return previewEndpoint(body, new Reader(http))
  }

  async test({ params, body, http }: ItemInput<typeof testEndpointBody>) {
    const gone = new AbortController()
    const left = new Problem(400, 'E_CLIENT_LEFT', text('The client left before the answer came.'))
    const { response } = http.response
    // Whoever pressed Test and left does not wait for the answer any more.
    response.once('close', () => gone.abort(left))
    return testEndpoint(params.id, body, gone.signal)
  }
}
