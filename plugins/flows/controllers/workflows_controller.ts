import { Answer, Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { setAlerts, showAlerts } from '../alerts/settings.js'
import type { alertsBody } from '../alerts/validators.js'
import { previewWorkflow } from '../actions/preview_workflow.js'
import { executeWithInput } from '../actions/execute_with_input.js'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import { failingWorkflows } from '../queries/failing_workflows.js'
import { showStarted } from '../queries/executions.js'
import { findWorkflow, listStartable, listWorkflows, shownWorkflow } from '../queries/workflows.js'
import { listVersions, showVersionWhole } from '../queries/versions.js'
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

  async version({ params }: Input<undefined, undefined, 'id' | 'version'>) {
    const { id } = await findWorkflow(params.id)
    return showVersionWhole(id, params.version)
  }

  preview({ body, http }: Input<typeof previewWorkflowBody>) {
    return previewWorkflow(body, new Reader(http))
  }

  async execute({ params, body }: ItemInput<typeof executeBody>) {
    const execution = await executeWithInput(params.id, body)
    return new Answer(202, await showStarted(execution))
  }

  alerts({ params }: ItemInput) {
    return showAlerts(params.id)
  }

  setAlerts({ params, body }: ItemInput<typeof alertsBody>) {
    return setAlerts(params.id, body)
  }
}
