import { operation } from '@crossdock/kernel/http'
import { environmentsRead, environmentsWrite } from '../contracts/index.js'
import { variableList } from './queries/variables.js'
import { createVariableBody, updateVariableBody, variableAnswer } from './validators/variables.js'

const variables = () => import('./controllers/variables_controller.js')
const read = { permission: environmentsRead, response: variableAnswer }
const write = { permission: environmentsWrite }

export default [
  operation(
    'GET /environments/{id}/variables',
    {
      summary: 'List the variables of an environment',
      description:
        'Takes the id or name of the environment. Addresses, headers, bodies and mappings can use variables: `{variables.NAME}`. The values of secrets are never shown. At most 500.',
      ...read,
      list: variableList,
    },
    variables,
    'index'
  ),
  operation(
    'POST /environments/{id}/variables',
    {
      summary: 'Add a variable to an environment',
      description:
        'The value has at most 8 KiB. It may refer to other variables, up to 10 deep, but not back to itself.',
      proof: 'fresh',
      ...write,
      body: createVariableBody,
      response: variableAnswer,
      status: 201,
      location: '/api/environments/{environmentId}/variables/{id}',
      refusals: [409],
    },
    variables,
    'store'
  ),
  operation(
    'GET /environments/{id}/variables/{variableId}',
    {
      summary: 'Show a variable of an environment',
      description: 'Includes its uses that you may see.',
      ...read,
    },
    variables,
    'show'
  ),
  operation(
    'PUT /environments/{id}/variables/{variableId}',
    {
      summary: 'Change a variable of an environment',
      description:
        'Takes all or some of the fields. The name cannot change, and a secret stays a secret. The value of a secret stays when it is left out or null. Changes apply from the next call.',
      proof: 'fresh',
      ...write,
      body: updateVariableBody,
      response: variableAnswer,
    },
    variables,
    'update'
  ),
  operation(
    'DELETE /environments/{id}/variables/{variableId}',
    {
      summary: 'Delete a variable of an environment',
      description: 'A variable in use is not deleted: 409 names up to five uses.',
      ...write,
      status: 204,
      refusals: [409],
    },
    variables,
    'destroy'
  ),
]
