import { operation } from '@crossdock/kernel/http'
import { retentionRead, retentionWrite } from './contracts/index.js'
import { retentionAnswer, retentionBody } from './validators/retention.js'

const controller = () => import('./controllers/retention_controller.js')

export default [
  operation(
    'GET /tenant/retention',
    {
      summary: 'Get how long the organization keeps records',
      description:
        'Lists each kind of record with its rule, its default and its last deletion. Older records are deleted at night, in small batches.',
      permission: retentionRead,
      response: retentionAnswer,
      figures: ['lastRuns', 'due'],
    },
    controller,
    'show'
  ),
  operation(
    'PUT /tenant/retention',
    {
      summary: 'Set how long kinds of records are kept',
      description:
        'Kinds that are left out do not change. A shorter time that deletes existing records gives 409 `E_DELETES` with their number, unless `confirm` is true. Applies to all environments.',
      permission: retentionWrite,
      body: retentionBody,
      response: retentionAnswer,
      refusals: [409],
    },
    controller,
    'update'
  ),
]
