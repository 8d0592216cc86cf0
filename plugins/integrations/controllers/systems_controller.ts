import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createSystem, deleteSystem, updateSystem } from '../actions/systems.js'
import { failingSystems } from '../queries/failing_systems.js'
import { findSystem, listSystems, showOne } from '../queries/systems.js'
import type { createSystemBody, updateSystemBody } from '../validators/systems.js'

export default class SystemsController {
  async index({ list }: Input) {
    return listSystems(list)
  }

  failing() {
    return failingSystems()
  }

  async show({ params }: ItemInput) {
    return showOne(await findSystem(params.id))
  }

  async store({ body }: Input<typeof createSystemBody>) {
    return showOne(await createSystem(body))
  }

  async update({ params, body }: ItemInput<typeof updateSystemBody>) {
    return showOne(await updateSystem(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteSystem(params.id)
  }
}
