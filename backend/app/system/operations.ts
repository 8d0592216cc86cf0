import { operation } from '@crossdock/kernel/http'
import { dashboardRead } from '@crossdock/backend/activity'
import { jobList } from './queries/jobs.js'
import { jobResponse, schedulesResponse } from './validators/jobs.js'
import {
  eventTypesResponse,
  healthDetailsResponse,
  healthResponse,
  liveResponse,
  metricsResponse,
  openapiResponse,
  pluginsResponse,
} from './validators/system.js'
import { parkedEventList } from './queries/parked_events.js'
import {
  dropQuery,
  parkedEventResponse,
  retriedAnswer,
  retrySeveralBody,
} from './validators/parked_event.js'
import { mailTestAnswer, systemAnswer } from './validators/overview.js'
import { systemRead, systemWrite } from './contracts/index.js'

const events = () => import('./controllers/parked_events_controller.js')
const health = () => import('./controllers/health_controller.js')
const jobs = () => import('./controllers/jobs_controller.js')
const overview = () => import('./controllers/overview_controller.js')
const system = () => import('./controllers/system_controller.js')

export default [
  operation(
    'GET /health',
    {
      summary: 'Health of every component',
      description: 'Answers 503 when a component is down. Says how things are, not why.',
      access: 'public',
      response: healthResponse,
      otherStatuses: [503],
    },
    health,
    'show'
  ),
  operation(
    'GET /health/details',
    {
      summary: 'Health of every component, with reasons',
      description:
        '`trouble` counts the jobs that failed for good in the last seven days and the events that are parked, over all tenants.',
      access: 'operator',
      response: healthDetailsResponse,
    },
    health,
    'details'
  ),
  operation(
    'GET /health/live',
    {
      summary: 'Whether the process answers',
      access: 'public',
      response: liveResponse,
    },
    health,
    'live'
  ),
  operation(
    'GET /health/ready',
    {
      summary: 'Whether requests can be served',
      access: 'public',
      response: liveResponse,
      otherStatuses: [503],
    },
    health,
    'ready'
  ),
  operation(
    'GET /openapi.json',
    {
      summary: 'The OpenAPI description of this server, with what its plugins add',
      access: 'public',
      response: openapiResponse,
    },
    system,
    'openapi'
  ),
  operation(
    'GET /v2/openapi.json',
    {
      summary: 'The OpenAPI description of /api/v2, for programs',
      access: 'public',
      response: openapiResponse,
    },
    system,
    'publicApi'
  ),
  operation(
    'GET /dashboard/metrics',
    {
      summary: 'Figures of the dashboard',
      description:
        'Sums over all tenants for a super administrator who has chosen none. `trouble` counts the jobs that failed for good in the last seven days and the events that are parked.',
      access: 'session',
      permission: dashboardRead,
      response: metricsResponse,
    },
    system,
    'metrics'
  ),
  operation(
    'GET /events/types',
    {
      summary: 'Every kind of event the log may hold, with what it carries',
      description: 'For rules, webhooks and programs that follow what happens.',
      access: 'session',
      response: eventTypesResponse,
    },
    system,
    'eventTypes'
  ),
  operation(
    'GET /events/parked',
    {
      summary: 'Events a consumer could not handle, newest first',
      description:
        "The tenant's own; everybody's for a super administrator who has chosen none. Those that are `waiting` are tried again at `retryAt` once they are the first of their consumer, those that have `failed` only when somebody says so.",
      access: 'session',
      permission: systemRead,
      list: parkedEventList,
      response: parkedEventResponse,
    },
    events,
    'index'
  ),
  operation(
    'POST /events/parked/retry',
    {
      summary: 'Retry parked events now, at most 1,000',
      description:
        'Retries the events of one consumer, or of all consumers, the oldest first. `left` says whether there are more. Each retry is recorded as an event.',
      access: 'session',
      permission: systemWrite,
      body: retrySeveralBody,
      status: 202,
      response: retriedAnswer,
    },
    events,
    'retryAll'
  ),
  operation(
    'POST /events/parked/{id}/retry',
    {
      summary: 'Try a parked event at once',
      description:
        "One that waits behind others lets the first of them be tried: a consumer gets a tenant's events in order. One that has failed is tried as often as at first.",
      access: 'session',
      permission: systemWrite,
      status: 202,
      response: parkedEventResponse,
    },
    events,
    'retry'
  ),
  operation(
    'DELETE /events/parked/{id}',
    {
      summary: 'Give a parked event up for its consumer',
      description:
        'The event stays in the log and with its other consumers; those behind it go on. The event that records the drop, and the audit, hold the reason.',
      access: 'session',
      permission: systemWrite,
      query: dropQuery,
      status: 204,
    },
    events,
    'destroy'
  ),
  operation(
    'GET /system',
    {
      summary: 'How the installation is: one answer for the system page',
      description:
        'Over all organizations. Each part is asked for by itself and waited for up to four seconds: one that does not answer is null, and `unanswered` says why. Counts of jobs and parked events end at `queue.most`.',
      access: 'operator',
      response: systemAnswer,
    },
    overview,
    'show'
  ),
  operation(
    'POST /system/mail-test',
    {
      summary: 'Send yourself a mail, and hear what the mail server says',
      description:
        'To the address of the super administrator who asks, at once and once, within 20 seconds. Answers 200 also where it was refused: `accepted` tells. Without a mail server it is written to a file: `writtenTo` tells where. At most 5 in 10 minutes.',
      access: 'operator',
      response: mailTestAnswer,
    },
    overview,
    'testMail'
  ),
  operation(
    'GET /plugins',
    {
      summary: 'Installed plugins, what they contribute and how they are',
      access: 'session',
      permission: systemRead,
      response: pluginsResponse,
    },
    system,
    'plugins'
  ),
  operation(
    'GET /jobs',
    {
      summary: 'Jobs nobody could finish',
      description:
        'Of the tenant; of all for a super administrator who has chosen none. Those that failed for good are kept for 30 days, `unknown` ones until a plugin is installed that works them. `retryable` says whether `retry` takes it: some are retried where what they work on belongs.',
      access: 'session',
      permission: systemRead,
      list: jobList,
      response: jobResponse,
    },
    jobs,
    'index'
  ),
  operation(
    'GET /jobs/schedules',
    {
      summary: 'Recurring jobs of the installation',
      description:
        '`skipped` counts the times left out since the job was last added, because that one was not done yet.',
      access: 'operator',
      response: schedulesResponse,
    },
    jobs,
    'schedules'
  ),
  operation(
    'POST /jobs/{id}/retry',
    {
      summary: 'Try a failed job again',
      description:
        'As often as a new one, on behalf of whoever added it. Answers 409 for a job that has not failed, or is retried elsewhere (`retryable`).',
      access: 'session',
      permission: systemWrite,
      status: 204,
    },
    jobs,
    'retry'
  ),
  operation(
    'DELETE /jobs/{id}',
    {
      summary: 'Delete a failed job',
      description: 'What it was to do is not done. Answers 409 for a job that has not failed.',
      access: 'session',
      permission: systemWrite,
      status: 204,
    },
    jobs,
    'destroy'
  ),
]
