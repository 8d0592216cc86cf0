import { variablesIn, type VariableUse } from '@crossdock/environments/contracts'
import { Workflow } from '../models/workflow.js'

/** Returns workflows whose steps have placeholders for variables. */
export async function workflowsWithVariables(): Promise<VariableUse[]> {
  const workflows = await Workflow.query()
    .whereRaw('cast(steps as text) like ?', ['%{variables.%'])
    .select('id', 'name', 'steps')
  return workflows.flatMap(({ id, name, steps }) => {
    const variables = variablesIn(JSON.stringify(steps))
    return variables.length > 0 ? [{ type: 'workflow', id, name, variables }] : []
  })
}
