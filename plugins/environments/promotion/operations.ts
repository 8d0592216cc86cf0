import { operation } from '@crossdock/kernel/http'
import { environmentsRead } from '../contracts/index.js'
import { promotionList } from './queries/promotions.js'
import { promoteBody, promotionAnswer } from './validators/promotions.js'

const promotions = () => import('./controllers/promotions_controller.js')
const promotion = { permission: environmentsRead, response: promotionAnswer }

export default [
  operation(
    'POST /environments/{id}/promotions',
    {
      summary: 'Promote workflows from an environment to another',
      description:
        'Promotes the systems and endpoints that the workflows use as well, all or nothing. Credentials are not promoted. With `dryRun` it answers 200 with the plan and changes nothing. A row that was promoted before keeps its counterpart; otherwise a row of the same name becomes its counterpart. New workflows start inactive, and so do new systems that had credentials. A promotion takes at most 1,000 workflows, endpoints and systems together. If nothing differs, nothing is changed or recorded, and it answers 200 like a dry run. The caller needs the permissions to see and change each kind of row. Tokens that are bound to an environment are refused.',
      proof: 'fresh',
      ...promotion,
      body: promoteBody,
      status: 201,
      otherStatuses: [200],
      location: '/api/environments/{targetId}/promotions/{id}',
      refusals: [409],
    },
    promotions,
    'store'
  ),
  operation(
    'GET /environments/{id}/promotions',
    {
      summary: 'List the promotions into an environment, newest first',
      description: 'The newest 200 are kept.',
      ...promotion,
      list: promotionList,
    },
    promotions,
    'index'
  ),
  operation(
    'GET /environments/{id}/promotions/{promotionId}',
    {
      summary: 'Show a promotion',
      ...promotion,
    },
    promotions,
    'show'
  ),
  operation(
    'POST /environments/{id}/promotions/{promotionId}/undo',
    {
      summary: 'Undo a promotion',
      description:
        'Deletes what the promotion created and restores the previous definition of what it changed. Credentials stay, unless they would be sent to another address: then they are deleted. `lost` lists places whose credentials did not come back. 409 names the rows that were changed since, or the rows that use a row to be deleted.',
      proof: 'fresh',
      ...promotion,
      refusals: [409],
    },
    promotions,
    'undo'
  ),
]
