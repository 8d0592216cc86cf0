import { operation } from '@crossdock/kernel/http'
import { approvalList } from '../approvals/queries.js'
import { approvalAnswer, decideBody } from '../validators/approval.js'

const approvals = () => import('../controllers/approvals_controller.js')

export default [
  operation(
    'GET /approvals',
    {
      summary: 'List approvals, newest first',
      description:
        '`scope=mine`, as when it is left out: those that wait for you. `open`: all that wait. `all`: also those that were decided. The last two take `flows.read`.',
      list: approvalList,
      response: approvalAnswer,
    },
    approvals,
    'index'
  ),
  operation(
    'GET /approvals/{id}',
    {
      summary: 'Show an approval',
      description: 'For those who are asked, and with `flows.read`.',
      response: approvalAnswer,
    },
    approvals,
    'show'
  ),
  operation(
    'POST /approvals/{id}/approve',
    {
      summary: 'Approve',
      description:
        'For those who are asked. A token needs `flows.run`, or all that its person may do. The first decision counts; the run goes on in the branch `approved`.',
      body: decideBody,
      response: approvalAnswer,
    },
    approvals,
    'approve'
  ),
  operation(
    'POST /approvals/{id}/reject',
    {
      summary: 'Reject',
      description:
        'For those who are asked. A token needs `flows.run`, or all that its person may do. The first decision counts; the run goes on in the branch `rejected`.',
      body: decideBody,
      response: approvalAnswer,
    },
    approvals,
    'reject'
  ),
]
