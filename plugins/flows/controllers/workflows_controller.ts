import { Answer, Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { previewWorkflow } from '../actions/preview_workflow.js'
import { executeWorkflow } from '../actions/start_execution.js'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import { failingWorkflows } from '../queries/failing_workflows.js'
import { showStarted } from '../queries/executions.js'
import { findWorkflow, listStartable, listWorkflows, shownWorkflow } from '../queries/workflows.js'
import { listVersions } from '../queries/versions.js'
import type {
  createWorkflowBody,
  executeBody,
  previewWorkflowBody,
  updateWorkflowBody,
} from '../validators/workflow.js'

export default class WorkflowsController {
  async index({ list }: Input) {
    return listWorkflows(list)
  }

  async startable({ list }: Input) {
    return listStartable(list)
  }

  failing() {
    return failingWorkflows()
  }

  async show({ params }: ItemInput) {
    return shownWorkflow(await findWorkflow(params.id))
  }

  async store({ body }: Input<typeof createWorkflowBody>) {
    return new Answer(201, await shownWorkflow(await createWorkflow(body)))
  }

  async update({ params, body }: ItemInput<typeof updateWorkflowBody>) {
    return shownWorkflow(await updateWorkflow(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteWorkflow(params.id)
  }

  async versions({ params, list }: ItemInput) {
    const { id } = await findWorkflow(params.id)
    return listVersions(id, list)
  }

  preview({ body, http }: Input<typeof previewWorkflowBody>) {
    return previewWorkflow(body, new Reader(http))
  }

  async execute({ params, body }: ItemInput<typeof executeBody>) {
    const execution = await executeWorkflow(params.id, body.assetId || null)
    return new Answer(202, await showStarted(execution))
  }
}
