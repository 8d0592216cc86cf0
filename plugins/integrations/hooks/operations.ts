import { operation } from '@crossdock/kernel/http'
import { catalog } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { integrationsRead, integrationsWrite, webhookVerifications } from '../contracts/index.js'
import doors from './doors.js'
import { addressList } from './queries/addresses.js'
import { requestList } from './queries/requests.js'
import {
  addressAnswer,
  rotatedAnswer,
  changedAnswer,
  rotateSecretBody,
  updateAddressBody,
} from './validators/addresses.js'
import { replayedAnswer, requestAnswer, wholeRequestAnswer } from './validators/requests.js'

const webhooks = () => import('./controllers/webhooks_controller.js')

const read = { permission: integrationsRead }
const write = { permission: integrationsWrite }

export default [
  ...doors,
  catalog('GET /integrations/webhook-verifications', webhookVerifications, {
    summary: 'List the kinds of verification for senders of webhooks',
    permission: integrationsRead,
    entry: 'WebhookVerification',
    more: {
      shape: { hasSecret: vine.boolean({ strict: true }) },
      show: ({ newSecret }) => ({ hasSecret: newSecret !== undefined }),
    },
  }),
  operation(
    'GET /integrations/webhooks',
    { summary: 'List webhook addresses', ...read, list: addressList, response: addressAnswer },
    webhooks,
    'index'
  ),
  operation(
    'GET /integrations/webhooks/{id}',
    { summary: 'Show a webhook address', ...read, response: addressAnswer },
    webhooks,
    'show'
  ),
  operation(
    'PUT /integrations/webhooks/{id}',
    {
      summary: 'Change how a webhook verifies its senders, and how it answers',
      description:
        'Takes all or some of the fields, and all or some parts of `verificationConfig`. If the verification needs a secret and none is stored or given, a secret is generated and returned once, as `newSecret`.',
      proof: 'fresh',
      ...write,
      body: updateAddressBody,
      response: changedAnswer,
    },
    webhooks,
    'update'
  ),
  operation(
    'POST /integrations/webhooks/{id}/rotate-secret',
    {
      summary: 'Rotate the secret of a webhook; the new one is shown only once',
      description:
        'The previous secret stays valid for `keepPreviousHours` more hours (default 24).',
      proof: 'fresh',
      ...write,
      body: rotateSecretBody,
      response: rotatedAnswer,
      refusals: [409],
    },
    webhooks,
    'rotate'
  ),
  operation(
    'POST /integrations/webhooks/{id}/renew',
    {
      summary: 'Give a webhook another address',
      description: 'The previous address stops working.',
      proof: 'fresh',
      ...write,
      response: addressAnswer,
    },
    webhooks,
    'renew'
  ),
  operation(
    'GET /integrations/webhook-requests',
    {
      summary: 'List requests to webhook addresses, newest first',
      ...read,
      list: requestList,
      response: requestAnswer,
    },
    webhooks,
    'requests'
  ),
  operation(
    'GET /integrations/webhook-requests/{id}',
    {
      summary: 'Show a request to a webhook address with what was sent',
      ...read,
      response: wholeRequestAnswer,
    },
    webhooks,
    'request'
  ),
  operation(
    'POST /integrations/webhook-requests/{id}/replay',
    {
      summary: 'Run a stored request again',
      description:
        'Processes the request as stored. Its signature is not checked, and it does not count as a repetition.',
      ...write,
      response: replayedAnswer,
      status: 202,
      refusals: [404, 409, 413, 422],
    },
    webhooks,
    'replay'
  ),
]
