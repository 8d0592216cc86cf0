import { operation } from '@crossdock/kernel/http'
import { retentionRead, retentionWrite } from './contracts/index.js'
import { retentionAnswer, retentionBody } from './validators/retention.js'

const controller = () => import('./controllers/retention_controller.js')

export default [
  operation(
    'GET /tenant/retention',
    {
      summary: 'How long the organization keeps what is recorded',
      description:
        'Each kind of record with its rule, what holds without one, and its last deletion. What is older is deleted at night, in small batches.',
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
      summary: 'Decide how long kinds of records are kept',
      description:
        'Kinds that are left out stay as they are. Where a shorter time deletes records that are there, it is a 409 `E_DELETES` that says how many, unless `confirm` is true. Holds in every environment.',
      permission: retentionWrite,
      body: retentionBody,
      response: retentionAnswer,
      refusals: [409],
    },
    controller,
    'update'
  ),
]
