import { operation } from '@crossdock/kernel/http'
import { flowsWrite } from '../contracts/index.js'
import {
  activateBody,
  draftAnswer,
  sampleBody,
  saveDraftBody,
  tryStepBody,
} from '../validators/draft.js'
import { executionAnswer } from '../validators/execution.js'
import { workflowAnswer } from '../validators/workflow.js'

const drafts = () => import('../controllers/drafts_controller.js')

export default [
  operation(
    'GET /integrations/workflows/{id}/draft',
    {
      summary: 'Show your draft of a workflow',
      description:
        'Your changes that are not activated; without changes the workflow as it is (`revision` 0). `problems` lists the errors that prevent activation. Drafts belong to one person.',
      permission: flowsWrite,
      response: draftAnswer,
    },
    drafts,
    'show'
  ),
  operation(
    'PUT /integrations/workflows/{id}/draft',
    {
      summary: 'Save your draft of a workflow',
      description:
        'It may be incomplete, and runs do not use it. 409 (`E_DRAFT`) when it was saved in another window since `revision`; a repeated save of the same content is not a conflict.',
      permission: flowsWrite,
      body: saveDraftBody,
      response: draftAnswer,
      refusals: [409],
    },
    drafts,
    'save'
  ),
  operation(
    'DELETE /integrations/workflows/{id}/draft',
    {
      summary: 'Discard your draft of a workflow',
      permission: flowsWrite,
      status: 204,
    },
    drafts,
    'discard'
  ),
  operation(
    'POST /integrations/workflows/{id}/activate',
    {
      summary: 'Make your draft the active version',
      description:
        'Without a draft the workflow is activated as it is. 409 (`E_VERSION`) when the workflow was changed since the draft was started: compare, then save the draft on the present version.',
      permission: flowsWrite,
      body: activateBody,
      response: workflowAnswer,
      refusals: [409],
    },
    drafts,
    'activate'
  ),
  operation(
    'POST /integrations/workflows/{id}/draft/test',
    {
      summary: 'Run your draft on a sample',
      description:
        'A real run with your permissions, listed with the trigger `test`. The active version is not affected.',
      permission: flowsWrite,
      body: sampleBody,
      status: 202,
      location: '/api/flow-executions/{id}',
      response: executionAnswer,
      refusals: [409],
    },
    drafts,
    'test'
  ),
  operation(
    'POST /integrations/workflows/{id}/draft/steps/{stepId}/try',
    {
      summary: 'Run one step of your draft on a sample',
      description:
        'Runs the step with all its effects, once and for at most a minute. Answers with the run that stores the result. The step reads the newest test outputs of earlier steps.',
      permission: flowsWrite,
      body: tryStepBody,
      response: executionAnswer,
      refusals: [409],
    },
    drafts,
    'tryStep'
  ),
]
