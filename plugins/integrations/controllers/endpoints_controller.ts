import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createEndpoint, deleteEndpoint, updateEndpoint } from '../actions/endpoints.js'
import { previewEndpoint } from '../actions/preview_endpoint.js'
import { testEndpoint } from '../actions/test_endpoint.js'
import { findEndpoint, listEndpoints, showOneEndpoint } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'
import type {
  createEndpointBody,
  previewEndpointBody,
  testEndpointBody,
  updateEndpointBody,
} from '../validators/endpoints.js'
import { untilLeft } from './until_left.js'

export default class EndpointsController {
  async index({ list }: Input) {
    return listEndpoints(list)
  }

  async ofSystem({ params, list }: ItemInput) {
    const system = await findSystem(params.id)
    return listEndpoints(list, system.id)
  }

  async show({ params }: ItemInput) {
    return showOneEndpoint(await findEndpoint(params.id))
  }

  async store({ params, body }: ItemInput<typeof createEndpointBody>) {
    return showOneEndpoint(await createEndpoint(params.id, body))
  }

  async update({ params, body }: ItemInput<typeof updateEndpointBody>) {
    return showOneEndpoint(await updateEndpoint(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteEndpoint(params.id)
  }

  preview({ body, http }: Input<typeof previewEndpointBody>) {
    return previewEndpoint(body, new Reader(http))
  }

  async test({ params, body, http }: ItemInput<typeof testEndpointBody>) {
    return testEndpoint(params.id, body, untilLeft(http))
  }
}
