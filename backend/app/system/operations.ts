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
      summary: 'Get the health of every component',
      description: 'Answers 503 when a component is down. Contains no reasons.',
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
      summary: 'Get the health of every component, with reasons',
      description:
        '`trouble` counts the jobs that failed permanently in the last seven days and the events that are parked, over all tenants.',
      access: 'operator',
      response: healthDetailsResponse,
    },
    health,
    'details'
  ),
  operation(
    'GET /health/live',
    {
      summary: 'Check that the process answers',
      access: 'public',
      response: liveResponse,
    },
    health,
    'live'
  ),
  operation(
    'GET /health/ready',
    {
      summary: 'Check that the server can handle requests',
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
        'Sums over all tenants for a super administrator who has chosen none. `trouble` counts the jobs that failed permanently in the last seven days and the events that are parked.',
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
      summary: 'List all event types with their payloads',
      description: 'For rules, webhooks and programs that process events.',
      access: 'session',
      response: eventTypesResponse,
    },
    system,
    'eventTypes'
  ),
  operation(
    'GET /events/parked',
    {
      summary: 'List events that a consumer could not handle, newest first',
      description:
        'Lists the events of the tenant, or of all tenants for a super administrator who has chosen none. Events that are `waiting` are retried at `retryAt` once they are the first of their consumer. Events that have `failed` are retried only on request.',
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
      summary: 'Retry a parked event now',
      description:
        'If the event waits behind others, the first of them is retried, because a consumer gets the events of a tenant in order. A failed event gets all its attempts again.',
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
      summary: 'Drop a parked event for its consumer',
      description:
        'The event stays in the log and for its other consumers. The events behind it continue. The log and the audit record the reason.',
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
      summary: 'Get the state of the installation for the system page',
      description:
        'Covers all organizations. Each part is read separately, for up to four seconds. A part without an answer is null, and `unanswered` has the reason. Counts of jobs and parked events end at `queue.most`.',
      access: 'operator',
      response: systemAnswer,
    },
    overview,
    'show'
  ),
  operation(
    'POST /system/mail-test',
    {
      summary: 'Send yourself a test mail',
      description:
        'Sends one mail to the address of the calling super administrator, and waits up to 20 seconds. Answers 200 even if the server refused the mail; see `accepted`. Without a mail server, the mail is written to the file `writtenTo`. At most 5 in 10 minutes.',
      access: 'operator',
      response: mailTestAnswer,
    },
    overview,
    'testMail'
  ),
  operation(
    'GET /plugins',
    {
      summary: 'List installed plugins, their contributions and their health',
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
      summary: 'List failed jobs',
      description:
        'Lists the jobs of the tenant, or of all tenants for a super administrator who has chosen none. Failed jobs are kept for 30 days, `unknown` jobs until a plugin is installed that runs them. `retryable` is false for jobs whose work is retried elsewhere.',
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
      summary: 'List the recurring jobs of the installation',
      description:
        '`skipped` counts the runs that were skipped since the job was last added, because the previous run had not ended.',
      access: 'operator',
      response: schedulesResponse,
    },
    jobs,
    'schedules'
  ),
  operation(
    'POST /jobs/{id}/retry',
    {
      summary: 'Retry a failed job',
      description:
        'The job gets all its attempts again, and runs for the person who added it. Answers 409 for a job that has not failed, or is retried elsewhere (`retryable`).',
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
      description: 'Its work is not done. Answers 409 for a job that has not failed.',
      access: 'session',
      permission: systemWrite,
      status: 204,
    },
    jobs,
    'destroy'
  ),
]
