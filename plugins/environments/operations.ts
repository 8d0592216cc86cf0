import { operation } from '@crossdock/kernel/http'
import { environmentList } from './queries/environments.js'
import { environmentAnswer } from './validators/environments.js'
import variables from './variables/operations.js'

export default [
  operation(
    'GET /tenant/environments',
    {
      summary: 'List the environments of your tenant',
      list: environmentList,
      response: environmentAnswer,
    },
    () => import('./controllers/environments_controller.js'),
    'index'
  ),
  ...variables,
]
