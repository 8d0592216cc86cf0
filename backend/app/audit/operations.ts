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
      summary: 'Who did what, sealed, newest first',
      description:
        'The audit of the tenant; for a super administrator outside of any that of no tenant, or with the filter `chain` that of any tenant, also of one that was deleted. It follows what happens by moments: GET /audit/status says how far it has come.',
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
    { summary: 'The kinds of events that are sealed', ...read, response: typesAnswer },
    controller,
    'types'
  ),
  operation(
    'GET /audit/status',
    {
      summary: 'How far the audit is sealed, and what was signed of it',
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
      summary: 'Whose audits there are, also of tenants that were deleted',
      description: 'The thousand that were sealed last.',
      access: 'operator',
      response: chainsAnswer,
    },
    controller,
    'chains'
  ),
  operation(
    'GET /audit/verify',
    {
      summary: 'Whether the audit is as it was sealed',
      description:
        'Looks at up to 50,000 entries and says in `next` where to go on (`cursor`); null is the end. Names what was changed, what is missing, what was inserted or swapped, heads whose signature is wrong, and an end that was cut off behind what was signed.',
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
      summary: 'The audit as a file',
      description:
        'What GET /audit gives for the same filters, the oldest first, as CSV or, with `format` jsonl, as JSON lines. JSON lines without filters hold all that it takes to verify them without a server (`crossdock audit verify FILE`): the first line says whose audit it is, `head` lines what was signed, the last one how many entries there are. In CSV a text that a spreadsheet would take for a formula begins with an apostrophe. That it was exported is in the audit.',
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
      summary: 'Erase somebody who was removed from the audit',
      description:
        'In a while nothing tells any more who they were: their name and address, what was done to them, and other details that have their address. What was done, when, and by which id stays, and the chain stays whole. Refused for somebody who is still there (409), and for an id that is of no person in that audit (404). It cannot be undone.',
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
