import { assertFreshProof, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createSystem, deleteSystem, updateSystem } from '../actions/systems.js'
import { setCircuit } from '../actions/set_circuit.js'
import { readCircuit } from '../queries/circuits.js'
import { testDraft, testSystem } from '../actions/test_system.js'
import { failingSystems } from '../queries/failing_systems.js'
import { healthOf } from '../queries/health.js'
import { findSystem, listSystems, showOne } from '../queries/systems.js'
import type {
  circuitBody,
  createSystemBody,
  healthQuery,
  testDraftBody,
  testSystemBody,
  updateSystemBody,
} from '../validators/systems.js'
import { untilLeft } from './until_left.js'

export default class SystemsController {
  async index({ list }: Input) {
    return listSystems(list)
  }

  health({ query }: Input<undefined, typeof healthQuery>) {
    return healthOf(query.ids ?? [])
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
    return showOne(await updateSystem(params.id, body, { beforeAccess: assertFreshProof }))
  }

  circuit({ params }: ItemInput) {
    return readCircuit(params.id)
  }

  setCircuit({ params, body }: ItemInput<typeof circuitBody>) {
    return setCircuit(params.id, body)
  }

  test({ params, body, http }: ItemInput<typeof testSystemBody>) {
    return testSystem(params.id, body, untilLeft(http))
  }

  testDraft({ body, http }: Input<typeof testDraftBody>) {
    return testDraft(body, untilLeft(http))
  }

  async destroy({ params }: ItemInput) {
    await deleteSystem(params.id)
  }
}
