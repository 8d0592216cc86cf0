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
      summary: 'List templates for systems',
      description:
        'Templates of the organization, and templates for everyone (`isGlobal`): those of the operator, and those that ship with Crossdock. Definitions are omitted.',
      ...read,
      list: templateList,
    },
    templates,
    'index'
  ),
  operation(
    'POST /contract-templates',
    {
      summary: 'Create a template',
      description:
        'Takes `contractDefinition`, or a system (`fromSystemId`; its secrets are omitted), or an OpenAPI description (`document` or `url`; `keys` selects operations). `isGlobal` makes it a template for everyone, which requires a super administrator.',
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
      description: '`version` selects a former version.',
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
        'Takes all or some of the fields. Another definition makes a new version; the sources are those of POST. The 20 newest former versions stay readable. Systems that were created from the template do not change. Templates for everyone require a super administrator.',
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
      description: 'Systems that were created from it are kept.',
      permission: integrationsWrite,
      refusals: [409],
    },
    templates,
    'destroy'
  ),
  operation(
    'POST /contract-templates/{id}/apply',
    {
      summary: 'Create a system with endpoints from a template',
      description:
        'Creates the system in the environment of the request. `keys` selects endpoints, `version` a former version of the template.',
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
