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
        'What you have changed and not activated; without changes the workflow as it is (`revision` 0). `problems` names what keeps it from being activated. Drafts belong to one person.',
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
        'It may be incomplete, and nothing runs by it. 409 (`E_DRAFT`) when it was saved in another window since `revision`; a repeated save of the same content is no conflict.',
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
        'Without a draft the workflow becomes active as it is. 409 (`E_VERSION`) when the workflow was changed since the draft was begun: compare, then save the draft on the present version.',
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
        'A run as any other, with your rights, listed with the trigger `test`; the active version goes on.',
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
      summary: 'Do one step of your draft on a sample',
      description:
        'Really does it, once and for at most a minute, and answers with the run that keeps the result. It reads of earlier steps what their newest tests put out.',
      permission: flowsWrite,
      body: tryStepBody,
      response: executionAnswer,
      refusals: [409],
    },
    drafts,
    'tryStep'
  ),
]
