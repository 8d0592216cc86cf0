import { Answer, Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { activateWorkflow } from '../actions/activate_workflow.js'
import { discardDraft, saveDraft } from '../actions/drafts.js'
import { testDraft } from '../actions/test_draft.js'
import { tryDraftStep } from '../actions/try_draft_step.js'
import { showDraft } from '../queries/drafts.js'
import { showExecution, showStarted } from '../queries/executions.js'
import { findWorkflow, shownWorkflow } from '../queries/workflows.js'
import type { activateBody, sampleBody, saveDraftBody, tryStepBody } from '../validators/draft.js'

/** Returns a signal that is aborted when the caller disconnects before the answer. */
function untilLeft({ response }: Input['http']): AbortSignal {
  const gone = new AbortController()
  const left = new Problem(400, 'E_CLIENT_LEFT', text('The client left before the answer came.'))
  response.response.once('close', () => gone.abort(left))
  return gone.signal
}

export default class DraftsController {
  async show({ params, http }: ItemInput) {
    return showDraft(await findWorkflow(params.id), new Reader(http))
  }

  async save({ params, body, http }: ItemInput<typeof saveDraftBody>) {
    const { workflow, draft } = await saveDraft(params.id, body)
    return showDraft(workflow, new Reader(http), draft)
  }

  async discard({ params }: ItemInput) {
    await discardDraft(params.id)
  }

  async activate({ params, body }: ItemInput<typeof activateBody>) {
    return shownWorkflow(await activateWorkflow(params.id, body))
  }

  async test({ params, body }: ItemInput<typeof sampleBody>) {
    return new Answer(202, await showStarted(await testDraft(params.id, body)))
  }

  async tryStep({ params, body, http }: Input<typeof tryStepBody, undefined, 'id' | 'stepId'>) {
    const run = await tryDraftStep(params.id, params.stepId, body, untilLeft(http))
    return showExecution(run.id)
  }
}
