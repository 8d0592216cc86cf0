import { operation, word } from '@crossdock/kernel/http'
import { catalogue } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { allowanceList } from './queries/egress_allowances.js'
import { bindingList } from './queries/folder_bindings.js'
import { endpointList, logList, systemList } from './queries/lists.js'
import { showBindings } from './transformers/folder_binding.js'
import { allowanceAnswer, allowEgressBody } from './validators/egress_allowances.js'
import {
  createEndpointBody,
  endpointAnswer,
  previewAnswer,
  previewEndpointBody,
  testAnswer,
  testEndpointBody,
  updateEndpointBody,
} from './validators/endpoints.js'
import {
  bindingAnswer,
  createBindingBody,
  updateBindingBody,
} from './validators/folder_bindings.js'
import { logAnswer, statsAnswer } from './validators/logs.js'
import {
  createSystemBody,
  failingSystemsAnswer,
  systemAnswer,
  updateSystemBody,
} from './validators/systems.js'
import {
  authTypes,
  capabilities,
  connectors,
  integrationsRead,
  integrationsWrite,
} from './contracts/index.js'

const systems = () => import('./controllers/systems_controller.js')
const endpoints = () => import('./controllers/endpoints_controller.js')
const allowances = () => import('./controllers/egress_allowances_controller.js')
const bindings = () => import('./controllers/folder_bindings_controller.js')
const logs = () => import('./controllers/logs_controller.js')

const read = { permission: integrationsRead }
const write = { permission: integrationsWrite }
const binding = { response: bindingAnswer, show: showBindings } as const

export default [
  catalogue('GET /integrations/connectors', connectors, {
    summary: 'List the kinds of external systems there are',
    permission: integrationsRead,
    entry: 'Connector',
    more: {
      shape: {
        authTypes: vine.array(vine.string()),
        capabilities: vine.array(word(capabilities)),
      },
      show: (connector) => ({
        authTypes: [...connector.authTypes],
        capabilities: [...connector.capabilities],
      }),
    },
  }),
  catalogue('GET /integrations/auth-types', authTypes, {
    summary: 'List the ways of authentication there are',
    permission: integrationsRead,
    entry: 'AuthType',
  }),
  operation(
    'GET /integrations/systems',
    {
      summary: 'List external systems',
      ...read,
      list: systemList,
      response: systemAnswer,
    },
    systems,
    'index'
  ),
  operation(
    'POST /integrations/systems',
    {
      summary: 'Connect an external system',
      proof: 'fresh',
      ...write,
      body: createSystemBody,
      response: systemAnswer,
      status: 201,
      location: '/api/integrations/systems/{id}',
    },
    systems,
    'store'
  ),
  operation(
    'GET /integrations/systems/failing',
    {
      summary: 'List the active systems whose newest calls failed',
      description:
        'Within 24 hours and up to the last call; at most 20, found among the newest 1,000 failed calls.',
      ...read,
      response: failingSystemsAnswer,
    },
    systems,
    'failing'
  ),
  operation(
    'GET /integrations/systems/{id}',
    {
      summary: 'Show an external system',
      ...read,
      response: systemAnswer,
    },
    systems,
    'show'
  ),
  operation(
    'PUT /integrations/systems/{id}',
    {
      summary: 'Change an external system',
      description:
        'Takes all or some of the fields, of config and authConfig all or some of the parts. A secret left out or sent as its mask stays; when the system moves to another address, each is to be given anew or as null.',
      proof: 'fresh',
      ...write,
      body: updateSystemBody,
      response: systemAnswer,
    },
    systems,
    'update'
  ),
  operation(
    'DELETE /integrations/systems/{id}',
    {
      summary: 'Delete an external system with its endpoints',
      ...write,
    },
    systems,
    'destroy'
  ),
  operation(
    'GET /integrations/endpoints',
    {
      summary: 'List the endpoints of all systems',
      ...read,
      list: endpointList,
      response: endpointAnswer,
    },
    endpoints,
    'index'
  ),
  operation(
    'GET /integrations/systems/{id}/endpoints',
    {
      summary: 'List the endpoints of a system',
      ...read,
      list: endpointList,
      response: endpointAnswer,
    },
    endpoints,
    'ofSystem'
  ),
  operation(
    'POST /integrations/systems/{id}/endpoints',
    {
      summary: 'Add an endpoint to a system',
      ...write,
      body: createEndpointBody,
      response: endpointAnswer,
      status: 201,
    },
    endpoints,
    'store'
  ),
  operation(
    'GET /integrations/endpoints/{id}',
    {
      summary: 'Show an endpoint',
      ...read,
      response: endpointAnswer,
    },
    endpoints,
    'show'
  ),
  operation(
    'PUT /integrations/endpoints/{id}',
    {
      summary: 'Change an endpoint',
      ...write,
      body: updateEndpointBody,
      response: endpointAnswer,
    },
    endpoints,
    'update'
  ),
  operation(
    'DELETE /integrations/endpoints/{id}',
    {
      summary: 'Delete an endpoint',
      ...write,
    },
    endpoints,
    'destroy'
  ),
  operation(
    'POST /integrations/endpoints/preview',
    {
      summary: 'Show what an endpoint would send, saved or not, and what its mapping may read',
      description:
        'Sends nothing. With `assetId` for that file, which takes assets.read. `problem` says why there is no request.',
      ...write,
      body: previewEndpointBody,
      response: previewAnswer,
    },
    endpoints,
    'preview'
  ),
  operation(
    'POST /integrations/endpoints/{id}/test',
    {
      summary: 'Send the request of an endpoint and show what came back',
      description:
        'With `assetId` exactly what the preview shows for that file, which takes assets.read; with `sendFile` the file itself.',
      ...write,
      body: testEndpointBody,
      response: testAnswer,
    },
    endpoints,
    'test'
  ),
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
        'A system that is bound to a folder gets only files that lie in such folders, or below: those of an active binding with `read` that its `visibilityRules` let through. `include` and `exclude` hold patterns of names, `mimeTypes` of types, with `*` and `?`, ignoring case; `maxSize` is in bytes. `transformationConfig.fileMetadata` maps files of the folder for endpoints whose own mapping takes nothing of the file. Takes assets.read.',
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
      summary: 'Change what a system may do with a folder, or switch that off',
      description:
        'Takes all or some of the fields; each that is given replaces the whole of what it was. System and folder stay. While none of its bindings is active a system gets no files.',
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
      description: 'search finds part of an execution id, ignoring case.',
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
    'GET /admin/egress-allowances',
    {
      summary: 'List the private ranges that are open to single tenants and systems',
      description: 'Of one tenant: filter={"tenantId":"…"}.',
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
        'Besides what EGRESS_ALLOW opens to every tenant. `tenantId` is an id or a subdomain, `network` a CIDR or a single address; without `port` every port of it.',
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
]
