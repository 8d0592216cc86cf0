import { operation } from '@crossdock/kernel/http'
import doors from './page/doors.js'
import { webhooksRead, webhooksWrite } from './contracts/permissions.js'
import { deliveryList } from './queries/deliveries.js'
import { subscriptionList } from './queries/subscriptions.js'
import { deliveryAnswer, deliveryDetailsAnswer } from './validators/deliveries.js'
import {
  createdAnswer,
  createSubscriptionBody,
  eventTypesAnswer,
  exampleBody,
  receiverPageAnswer,
  receiverPageBody,
  recoverAnswer,
  recoverBody,
  rotateBody,
  rotatedSecretAnswer,
  statsAnswer,
  subscriptionAnswer,
  updateSubscriptionBody,
} from './validators/subscriptions.js'

const subscriptions = () => import('./controllers/subscriptions_controller.js')
const deliveries = () => import('./controllers/deliveries_controller.js')

const read = { permission: webhooksRead }
const write = { permission: webhooksWrite }
const figures = ['lastDelivery', 'failures', 'failingSince', 'status']
const one = { response: subscriptionAnswer } as const

export default [
  ...doors,
  operation(
    'GET /webhooks',
    { summary: 'List outbound webhooks', ...read, ...one, list: subscriptionList },
    subscriptions,
    'index'
  ),
  operation(
    'POST /webhooks',
    {
      summary: 'Create an outbound webhook',
      description:
        'Sends events of the environment to an address: `POST` with the body `{ type, timestamp, data }`, signed by Standard Webhooks. The address begins with https://; http:// is for this machine and for networks that the operator opened. `eventTypes` are events that the caller may read, or "*" alone. All conditions must hold. An environment has at most 100. The answer holds the signing secret this once.',
      proof: 'fresh',
      ...write,
      body: createSubscriptionBody,
      response: createdAnswer,
      refusals: [409],
      status: 201,
      location: '/api/webhooks/{id}',
    },
    subscriptions,
    'store'
  ),
  operation(
    'GET /webhooks/event-types',
    {
      summary: 'List the events that webhooks may be sent, each with an example',
      ...read,
      response: eventTypesAnswer,
    },
    subscriptions,
    'eventTypes'
  ),
  operation(
    'GET /webhooks/{id}',
    { summary: 'Show an outbound webhook', ...read, ...one, figures: [...figures] },
    subscriptions,
    'show'
  ),
  operation(
    'PUT /webhooks/{id}',
    {
      summary: 'Change an outbound webhook',
      description:
        'What is left out stays as it is. A masked value of a header keeps the stored one, unless the address leads to another server. A session needs a fresh proof to change the address, the headers, the events, or the conditions.',
      proof: 'sometimes',
      ...write,
      ...one,
      body: updateSubscriptionBody,
    },
    subscriptions,
    'update'
  ),
  operation(
    'DELETE /webhooks/{id}',
    {
      summary: 'Delete an outbound webhook with its deliveries',
      ...write,
      status: 204,
    },
    subscriptions,
    'destroy'
  ),
  operation(
    'POST /webhooks/{id}/pause',
    {
      summary: 'Pause an outbound webhook',
      description:
        'Nothing is sent, and events create no deliveries. `recover` can send them later.',
      ...write,
      ...one,
    },
    subscriptions,
    'pause'
  ),
  operation(
    'POST /webhooks/{id}/resume',
    {
      summary: 'Resume an outbound webhook that is paused or disabled',
      ...write,
      ...one,
    },
    subscriptions,
    'resume'
  ),
  operation(
    'POST /webhooks/{id}/rotate-secret',
    {
      summary: 'Give an outbound webhook a new signing secret, which is shown this once',
      description: 'The previous secret also signs for `keepHours` more hours (24).',
      proof: 'fresh',
      ...write,
      body: rotateBody,
      response: rotatedSecretAnswer,
    },
    subscriptions,
    'rotate'
  ),
  operation(
    'POST /webhooks/{id}/example',
    {
      summary: 'Send an example of an event',
      description: 'Sent immediately, without retries.',
      ...write,
      body: exampleBody,
      response: deliveryAnswer,
      status: 202,
    },
    deliveries,
    'example'
  ),
  operation(
    'POST /webhooks/{id}/recover',
    {
      summary: 'Send what failed or is missing since a time',
      description:
        'In the order of the event log, at most 30 days back and 10,000 events in one call. A delivery that was given up gets one further attempt. An event that was delivered is not sent again.',
      ...write,
      body: recoverBody,
      response: recoverAnswer,
      refusals: [409],
      status: 202,
    },
    deliveries,
    'recover'
  ),
  operation(
    'GET /webhooks/{id}/stats',
    { summary: 'Count the deliveries of an outbound webhook', ...read, response: statsAnswer },
    subscriptions,
    'stats'
  ),
  operation(
    'POST /webhooks/{id}/receiver-page',
    {
      summary: 'Make a page for the receiver of an outbound webhook',
      description:
        'The page shows its deliveries to everyone with the address, and lets them resend deliveries and rotate the secret. It ends after `days` (30), and replaces the previous page.',
      proof: 'fresh',
      ...write,
      body: receiverPageBody,
      response: receiverPageAnswer,
      status: 201,
    },
    subscriptions,
    'createPage'
  ),
  operation(
    'DELETE /webhooks/{id}/receiver-page',
    { summary: 'End the page for the receiver of an outbound webhook', ...write, status: 204 },
    subscriptions,
    'endPage'
  ),
  operation(
    'GET /webhooks/{id}/deliveries',
    {
      summary: 'List the deliveries of an outbound webhook, newest first',
      ...read,
      list: deliveryList,
      response: deliveryAnswer,
    },
    deliveries,
    'index'
  ),
  operation(
    'GET /webhooks/{id}/deliveries/{deliveryId}',
    {
      summary: 'Show a delivery with its message and its attempts',
      ...read,
      response: deliveryDetailsAnswer,
    },
    deliveries,
    'show'
  ),
  operation(
    'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
    {
      summary: 'Send a delivery again, now',
      description:
        'It is the next attempt of the delivery in place of the scheduled one. A delivery that has ended gets one further attempt.',
      ...write,
      response: deliveryAnswer,
      refusals: [409],
      status: 202,
    },
    deliveries,
    'resend'
  ),
]
