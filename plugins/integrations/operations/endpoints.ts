import { operation } from '@crossdock/kernel/http'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { endpointList } from '../queries/lists.js'
import {
  createEndpointBody,
  endpointAnswer,
  previewAnswer,
  previewEndpointBody,
  testAnswer,
  testEndpointBody,
  updateEndpointBody,
} from '../validators/endpoints.js'

const endpoints = () => import('../controllers/endpoints_controller.js')

const read = { permission: integrationsRead }
const write = { permission: integrationsWrite }

export default [
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
        'Sends nothing. `assetId` selects a file, which requires assets.read. `problem` says why there is no request.',
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
        'With `assetId`, sends exactly what the preview shows for that file; this requires assets.read. `sendFile` sends the file itself.',
      ...write,
      body: testEndpointBody,
      response: testAnswer,
      refusals: [409, 429],
    },
    endpoints,
    'test'
  ),
]
