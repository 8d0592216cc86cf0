import { Answer, type Input, type ItemInput } from '@crossdock/kernel/http'
import { executeWorkflow } from '../actions/start_execution.js'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import { listStartable, listWorkflows, showWorkflow } from '../queries/workflows.js'
import { stepsOf } from '../queries/versions.js'
import { toExecution } from '../transformers/execution.js'
import { toWorkflow } from '../transformers/workflow.js'
import type { createWorkflowBody, executeBody, updateWorkflowBody } from '../validators/workflow.js'

export default class WorkflowsController {
  async index({ list }: Input) {
    return listWorkflows(list)
  }

  async startable({ list }: Input) {
    return listStartable(list)
  }

  async show({ params }: ItemInput) {
    return showWorkflow(params.id)
  }

  async store({ body }: Input<typeof createWorkflowBody>) {
    return new Answer(201, toWorkflow(await createWorkflow(body)))
  }

  async update({ params, body }: ItemInput<typeof updateWorkflowBody>) {
    return toWorkflow(await updateWorkflow(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteWorkflow(params.id)
  }

  async execute({ params, body }: ItemInput<typeof executeBody>) {
    const execution = await executeWorkflow(params.id, body.assetId || null)
    return new Answer(202, toExecution(execution, await stepsOf(execution), []))
  }
}
