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
        '`scope=mine` (the default): approvals that wait for you. `open`: all that wait. `all`: also decided ones. The last two need `flows.read`.',
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
      description: 'For the people who are asked, and with `flows.read`.',
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
        'For the people who are asked. A token needs `flows.run`, or all permissions of its person. The first decision counts; the run continues in the branch `approved`.',
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
        'For the people who are asked. A token needs `flows.run`, or all permissions of its person. The first decision counts; the run continues in the branch `rejected`.',
      body: decideBody,
      response: approvalAnswer,
    },
    approvals,
    'reject'
  ),
]
