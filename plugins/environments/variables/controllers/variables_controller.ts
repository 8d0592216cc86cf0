import { transaction } from '@crossdock/kernel/database'
import type { Input } from '@crossdock/kernel/http'
import { createVariable } from '../actions/create_variable.js'
import { deleteVariable } from '../actions/delete_variable.js'
import { updateVariable } from '../actions/update_variable.js'
import { findVariable, inEnvironment, listVariables, showOne } from '../queries/variables.js'
import type { createVariableBody, updateVariableBody } from '../validators/variables.js'

type Named<Body = undefined> = Input<Body, undefined, 'id' | 'variableId'>

export default class VariablesController {
  index({ params, list }: Input<undefined, undefined, 'id'>) {
    return inEnvironment(params.id, (environment) => listVariables(environment, list))
  }

  show({ params }: Named) {
    return inEnvironment(params.id, async (environment) =>
      showOne(await findVariable(environment, params.variableId))
    )
  }

  store({ params, body }: Input<typeof createVariableBody, undefined, 'id'>) {
    // Read the answer before the commit: after the commit, a failing read would hide that the change is stored.
    return inEnvironment(params.id, (environment) =>
      transaction(async () => showOne(await createVariable(environment, body)))
    )
  }

  update({ params, body }: Named<typeof updateVariableBody>) {
    return inEnvironment(params.id, (environment) =>
      transaction(async () => showOne(await updateVariable(environment, params.variableId, body)))
    )
  }

  destroy({ params }: Named) {
    return inEnvironment(params.id, (environment) => deleteVariable(environment, params.variableId))
  }
}
