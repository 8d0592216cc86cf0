import { operation } from '@crossdock/kernel/http'
import { openEnum } from '@crossdock/kernel/shapes'
import { catalog } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import webhooks from './hooks/operations.js'
import imports from './imports/operations.js'
import endpoints from './operations/endpoints.js'
import systems from './operations/systems.js'
import templates from './templates/operations.js'
import {
  authTypes,
  capabilities,
  connectors,
  integrationsRead,
  integrationsWrite,
} from './contracts/index.js'
import { allowanceList } from './queries/egress_allowances.js'
import { bindingList } from './queries/folder_bindings.js'
import { logList } from './queries/lists.js'
import { showBindings } from './transformers/folder_binding.js'
import { allowanceAnswer, allowEgressBody } from './validators/egress_allowances.js'
import {
  bindingAnswer,
  createBindingBody,
  updateBindingBody,
} from './validators/folder_bindings.js'
import { logAnswer, statsAnswer } from './validators/logs.js'

const allowances = () => import('./controllers/egress_allowances_controller.js')
const bindings = () => import('./controllers/folder_bindings_controller.js')
const logs = () => import('./controllers/logs_controller.js')

const read = { permission: integrationsRead }
const write = { permission: integrationsWrite }
const binding = { response: bindingAnswer, show: showBindings } as const

export default [
  ...webhooks,
  catalog('GET /integrations/connectors', connectors, {
    summary: 'List the available kinds of external systems',
    permission: integrationsRead,
    entry: 'Connector',
    more: {
      shape: {
        authTypes: vine.array(vine.string()),
        capabilities: vine.array(openEnum(capabilities)),
      },
      show: (connector) => ({
        authTypes: [...connector.authTypes],
        capabilities: [...connector.capabilities],
      }),
    },
  }),
  catalog('GET /integrations/auth-types', authTypes, {
    summary: 'List the available authentication types',
    permission: integrationsRead,
    entry: 'AuthType',
  }),
  ...systems,
  ...endpoints,
  operation(
    'GET /folder-bindings',
    {
      summary: 'List the folders that systems are bound to',
      ...read,
      ...binding,
      list: bindingList,
    },
    bindings,
    'index'
  ),
  operation(
    'POST /folder-bindings',
    {
      summary: 'Bind a system to a folder',
      description:
        'A system that is bound to a folder gets only files in its bound folders and their subfolders. The binding must be active and have `read`, and its `visibilityRules` must allow the file. `include` and `exclude` contain patterns of names, `mimeTypes` patterns of types. Patterns use `*` and `?` and ignore case. `maxSize` is in bytes. `transformationConfig.fileMetadata` is the file mapping for endpoints that have none. Requires assets.read.',
      proof: 'fresh',
      ...write,
      ...binding,
      body: createBindingBody,
      refusals: [409],
      status: 201,
      location: '/api/folder-bindings/{id}',
    },
    bindings,
    'store'
  ),
  operation(
    'GET /folder-bindings/{id}',
    {
      summary: 'Show a folder binding',
      ...read,
      ...binding,
    },
    bindings,
    'show'
  ),
  operation(
    'PUT /folder-bindings/{id}',
    {
      summary: 'Change what a system may do with a folder, or deactivate the binding',
      description:
        'Takes all or some of the fields. A given field replaces the whole stored value. System and folder cannot change. A bound system without an active binding gets no files.',
      proof: 'fresh',
      ...write,
      ...binding,
      body: updateBindingBody,
    },
    bindings,
    'update'
  ),
  operation(
    'DELETE /folder-bindings/{id}',
    {
      summary: 'Delete a folder binding',
      description: 'A system whose last binding is deleted gets all files again.',
      proof: 'fresh',
      ...write,
    },
    bindings,
    'destroy'
  ),
  operation(
    'GET /integrations/stats',
    {
      summary: 'Count systems, endpoints, workflows and the calls of today',
      ...read,
      response: statsAnswer,
    },
    logs,
    'stats'
  ),
  operation(
    'GET /integrations/logs',
    {
      summary: 'List calls to external systems, newest first',
      description: '`search` matches part of an execution id, ignoring case.',
      ...read,
      list: logList,
      response: logAnswer,
    },
    logs,
    'index'
  ),
  operation(
    'GET /integrations/logs/{id}',
    {
      summary: 'Show a call to an external system',
      ...read,
      response: logAnswer,
    },
    logs,
    'show'
  ),
  operation(
    'GET /integrations/logs/{id}/bodies/{part}',
    {
      summary: 'Download a long body of a call',
      description:
        '`part` is `request` or `response`, if the `storedBodies` of the call contain it. Secrets are masked. Bodies longer than 1,048,576 characters are cut.',
      ...read,
    },
    logs,
    'body'
  ),
  operation(
    'POST /integrations/logs/{id}/replay',
    {
      summary: 'Make a call again',
      description:
        'Sends the stored request to the system with its present credentials and a new idempotency key. If the path or body was masked or cut, or a file was sent, the request is built again from the present endpoint and the stored parameters. Answers 409 with the reason if that is impossible. Returns the new row of the log; `replayOf` is the id of the repeated call.',
      ...write,
      response: logAnswer,
      refusals: [409, 429],
    },
    logs,
    'replay'
  ),
  operation(
    'GET /admin/egress-allowances',
    {
      summary: 'List the private ranges that are open to single tenants and systems',
      description: 'To list one tenant, send filter={"tenantId":"…"}.',
      access: 'operator',
      list: allowanceList,
      response: allowanceAnswer,
    },
    allowances,
    'index'
  ),
  operation(
    'POST /admin/egress-allowances',
    {
      summary: 'Open a private range to a tenant, or to one of its systems',
      description:
        'In addition to EGRESS_ALLOW, which applies to every tenant. `tenantId` is an id or a subdomain, `network` a CIDR or a single address. Without `port`, every port is allowed.',
      access: 'operator',
      body: allowEgressBody,
      response: allowanceAnswer,
      status: 201,
    },
    allowances,
    'store'
  ),
  operation(
    'DELETE /admin/egress-allowances/{id}',
    {
      summary: 'Close a private range again',
      description: 'The next call to it is refused, in every process.',
      access: 'operator',
      status: 204,
    },
    allowances,
    'destroy'
  ),
  ...imports,
  ...templates,
]
