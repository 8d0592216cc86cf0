import { Answer, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createSystemFlow, deleteSystemFlow, updateSystemFlow } from '../actions/system_flows.js'
import { findSystemFlow, listSystemFlows, shownSystemFlow } from '../queries/system_flows.js'
import type { createSystemFlowBody, updateSystemFlowBody } from '../validators/system_flow.js'

export default class SystemFlowsController {
  async index({ list }: Input) {
    return listSystemFlows(list)
  }

  async show({ params }: ItemInput) {
    return shownSystemFlow(await findSystemFlow(params.id))
  }

  async store({ body }: Input<typeof createSystemFlowBody>) {
    return new Answer(201, await shownSystemFlow(await createSystemFlow(body)))
  }

  async update({ params, body }: ItemInput<typeof updateSystemFlowBody>) {
    return shownSystemFlow(await updateSystemFlow(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteSystemFlow(params.id)
  }
}
