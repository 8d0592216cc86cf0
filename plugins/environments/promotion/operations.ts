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
        'With the systems and endpoints they name, all or nothing; credentials are not carried. With `dryRun` it answers 200 and what would be done. What was promoted before keeps its counterpart, else a row of the same name is it. New systems that had credentials come inactive, and new workflows. A promotion takes at most 1,000 workflows, endpoints and systems together. Where nothing differs, nothing is done or recorded, and it answers 200 like a dry run. Takes what it takes to see and change each of them, and no token that is bound to an environment.',
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
      summary: 'List what was promoted to an environment, newest first',
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
      summary: 'Take a promotion back',
      description:
        'What it made is deleted, what it changed gets its former definition; credentials stay, unless they would be sent to another address: then they are deleted. `lost` says where there were credentials that did not come back. 409 names what was changed since, or what uses what would be deleted.',
      proof: 'fresh',
      ...promotion,
      refusals: [409],
    },
    promotions,
    'undo'
  ),
]
