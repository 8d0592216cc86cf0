import { door, operation } from '@crossdock/kernel/http'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { systemList } from '../queries/lists.js'
import {
  authorizationAnswer,
  circuitAnswer,
  circuitBody,
  connectionAnswer,
  createSystemBody,
  failingSystemsAnswer,
  grantAnswer,
  healthAnswer,
  healthQuery,
  systemAnswer,
  testDraftBody,
  testSystemBody,
  updateSystemBody,
} from '../validators/systems.js'

const systems = () => import('../controllers/systems_controller.js')
const grants = () => import('../controllers/grants_controller.js')

const read = { permission: integrationsRead }
const write = { permission: integrationsWrite }

export default [
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
        'Systems whose last call within 24 hours failed: at most 20, found among the newest 1,000 failed calls.',
      ...read,
      response: failingSystemsAnswer,
    },
    systems,
    'failing'
  ),
  operation(
    'GET /integrations/systems/health',
    {
      summary: 'Show the results of calls to systems within a day, and whether calls are paused',
      ...read,
      query: healthQuery,
      response: healthAnswer,
    },
    systems,
    'health'
  ),
  operation(
    'POST /integrations/systems/test',
    {
      summary: 'Test the connection to a system before it is saved',
      description:
        'Takes the body of a new system, or of a change together with `systemId`. Saves nothing.',
      ...write,
      body: testDraftBody,
      response: connectionAnswer,
    },
    systems,
    'testDraft'
  ),
  operation(
    'POST /integrations/systems/{id}/test',
    {
      summary: 'Test the connection to a system',
      description:
        'Sends one request with its credentials, to the base URL or to a path below it. Says whether the system answers, its certificate is trusted, and the credentials are accepted.',
      ...write,
      body: testSystemBody,
      response: connectionAnswer,
    },
    systems,
    'test'
  ),
  operation(
    'GET /integrations/systems/{id}/oauth',
    {
      summary: 'Show whether a person has granted access to a system',
      description: 'For systems with `oauth2_code`.',
      ...read,
      response: grantAnswer,
    },
    grants,
    'show'
  ),
  operation(
    'POST /integrations/systems/{id}/oauth/authorize',
    {
      summary: 'Start to connect a system at its provider',
      description:
        'Returns the address at which the caller grants access in their browser. The provider sends them back to `redirectUri`.',
      proof: 'fresh',
      ...write,
      response: authorizationAnswer,
    },
    grants,
    'authorize'
  ),
  door(
    'GET /oauth/callback',
    {
      summary: 'Receive people whom the provider of a system sends back',
      description:
        'Answers 302 to the page of the system. A browser whose session has ended is sent to the sign-in.',
      ...write,
      pages: async (http, problem) =>
        (await import('../grants/refused_return.js')).refusedReturn(http, problem),
      status: 302,
    },
    grants,
    'callback'
  ),
  operation(
    'GET /integrations/systems/{id}/circuit',
    {
      summary: 'Show whether the calls to a system are paused',
      ...read,
      response: circuitAnswer,
    },
    systems,
    'circuit'
  ),
  operation(
    'POST /integrations/systems/{id}/circuit',
    {
      summary: 'Pause the calls to a system, or resume them',
      description:
        'After `breakAfter` failures of the system in a row (no connection, no answer in time, 5xx, broken answers), its calls are paused for 30 seconds. Then one call tests the system; each failure doubles the pause, up to 10 minutes. Steps wait without losing an attempt.',
      ...write,
      body: circuitBody,
      response: circuitAnswer,
    },
    systems,
    'setCircuit'
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
        'Takes all or some of the fields, and all or some parts of `config` and `authConfig`. Omitted secrets, and secrets sent as their mask, are kept. If the system moves to another address, each secret must be sent again or as null. Changes of authConfig, authType, systemType, config or baseUrl require a fresh proof.',
      proof: 'sometimes',
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
]
