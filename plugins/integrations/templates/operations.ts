import { operation } from '@crossdock/kernel/http'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { mostBodyBytes } from '../imports/operations.js'
import { takeUploadSlot } from '../imports/slots.js'
import { systemAnswer } from '../validators/systems.js'
import { templateList } from './queries/template_list.js'
import {
  applyTemplateBody,
  createTemplateBody,
  templateAnswer,
  templateQuery,
  updateTemplateBody,
} from './validators/templates.js'

const templates = () => import('./controllers/templates_controller.js')

const read = { permission: integrationsRead, response: templateAnswer } as const
const write = { permission: integrationsWrite, response: templateAnswer } as const

export default [
  operation(
    'GET /contract-templates',
    {
      summary: 'List the templates that systems can be made from',
      description:
        'Those of the organization, those of the operator for everyone and those that come with Crossdock (`isGlobal`), without their definitions.',
      ...read,
      list: templateList,
    },
    templates,
    'index'
  ),
  operation(
    'POST /contract-templates',
    {
      summary: 'Make a template',
      description:
        'From `contractDefinition`, from a system (`fromSystemId`, never with its secrets), or from an OpenAPI description (`document` or `url`, with `keys` some of its operations). With `isGlobal` for everyone, which takes a super administrator.',
      ...write,
      body: createTemplateBody,
      maxBytes: mostBodyBytes,
      place: takeUploadSlot,
      refusals: [409, 413, 429],
      status: 201,
      location: '/api/contract-templates/{id}',
    },
    templates,
    'store'
  ),
  operation(
    'GET /contract-templates/{id}',
    {
      summary: 'Show a template with its definition',
      description: 'With `version` as it was in that version.',
      ...read,
      query: templateQuery,
    },
    templates,
    'show'
  ),
  operation(
    'PUT /contract-templates/{id}',
    {
      summary: 'Change a template',
      description:
        'Takes all or some of the fields. Another definition, given or made of a system or a description as with POST, makes a new version; the 20 newest former ones stay readable. Systems that were made from it stay as they are. Templates for everyone take a super administrator.',
      ...write,
      body: updateTemplateBody,
      maxBytes: mostBodyBytes,
      place: takeUploadSlot,
      refusals: [409, 413, 429],
    },
    templates,
    'update'
  ),
  operation(
    'DELETE /contract-templates/{id}',
    {
      summary: 'Delete a template',
      description: 'Systems that were made from it stay.',
      permission: integrationsWrite,
      refusals: [409],
    },
    templates,
    'destroy'
  ),
  operation(
    'POST /contract-templates/{id}/apply',
    {
      summary: 'Make a system with endpoints from a template',
      description:
        'In the environment of the request. `keys` chooses endpoints, `version` a former version of the template.',
      proof: 'fresh',
      permission: integrationsWrite,
      body: applyTemplateBody,
      response: systemAnswer,
      refusals: [409],
      status: 201,
      location: '/api/integrations/systems/{id}',
    },
    templates,
    'apply'
  ),
]
