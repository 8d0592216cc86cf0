import { operation } from '@crossdock/kernel/http'
import { auditErase, auditRead } from './contracts/index.js'
import { auditList } from './queries/entries.js'
import { exportList } from './queries/export_audit.js'
import {
  chainQuery,
  chainsAnswer,
  entryAnswer,
  erasureAnswer,
  erasureBody,
  statusAnswer,
  typesAnswer,
  verificationAnswer,
  verifyQuery,
} from './validators/audit.js'

const controller = () => import('./controllers/audit_controller.js')
const read = { access: 'session', permission: auditRead } as const

export default [
  operation(
    'GET /audit',
    {
      summary: 'List the audit, newest first',
      description:
        'The audit of the tenant. A super administrator outside of any tenant gets the operator audit, or with the filter `chain` that of any tenant, even a deleted one. New events appear after a short delay; GET /audit/status shows the progress.',
      ...read,
      list: auditList,
      response: entryAnswer,
      refusals: [404],
    },
    controller,
    'index'
  ),
  operation(
    'GET /audit/event-types',
    { summary: 'List the event types in the audit', ...read, response: typesAnswer },
    controller,
    'types'
  ),
  operation(
    'GET /audit/status',
    {
      summary: 'Show the progress and the newest signatures of the audit',
      ...read,
      query: chainQuery,
      response: statusAnswer,
      refusals: [404],
    },
    controller,
    'status'
  ),
  operation(
    'GET /audit/chains',
    {
      summary: 'List the audits, including those of deleted tenants',
      description: 'Lists the 1,000 audits that were sealed last.',
      access: 'operator',
      response: chainsAnswer,
    },
    controller,
    'chains'
  ),
  operation(
    'GET /audit/verify',
    {
      summary: 'Verify that the audit is unchanged',
      description:
        'Checks up to 50,000 entries. Send `next` as `cursor` to continue; null is the end. Reports changed, missing, inserted and swapped entries, heads with a wrong signature, and an end that was cut off after it was signed.',
      ...read,
      query: verifyQuery,
      response: verificationAnswer,
      refusals: [404],
    },
    controller,
    'verify'
  ),
  operation(
    'GET /audit/export',
    {
      summary: 'Export the audit as a file',
      description:
        'The result of GET /audit for the same filters, oldest first, as CSV or, with `format` jsonl, as JSON lines. JSON lines without filters can be verified without a server (`crossdock audit verify FILE`): the first line names the audit, `head` lines contain the signatures, the last line the number of entries. In CSV, texts that a spreadsheet would read as a formula begin with an apostrophe. The audit records the export.',
      ...read,
      list: exportList,
      refusals: [404],
    },
    controller,
    'export'
  ),
  operation(
    'POST /audit/erasures',
    {
      summary: 'Erase a removed person from the audit',
      description:
        'Starts a job that erases the name and address of the person, the details of actions on them, and other details with their address. The actions, their times and ids stay, and the chain stays verifiable. Answers 409 if the person was not removed, and 404 if the audit does not mention the id as a person. This cannot be undone.',
      access: 'session',
      permission: auditErase,
      proof: 'fresh',
      body: erasureBody,
      response: erasureAnswer,
      status: 202,
      refusals: [404, 409],
    },
    controller,
    'erase'
  ),
]
