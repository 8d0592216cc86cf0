import { activityRead } from '@crossdock/backend/activity'
import { operation } from '@crossdock/kernel/http'
import { eventList } from './queries/list.js'
import { traceAnswer } from './validators/trace.js'
import { eventAnswer, eventDetailsAnswer } from './validators/event.js'

const controller = () => import('./controllers/events_controller.js')
const read = { access: 'session', permission: activityRead } as const

export default [
  operation(
    'GET /events',
    {
      summary: 'List the event log, newest first',
      description:
        'The log of the tenant, or of all tenants for a super administrator outside of any. Contains the event types that the caller may read, and their own actions. Leaves out files and folders that the caller may not open. `search` takes an id or its beginning, a part of a type, or words of the activity feed. `after` takes an instant, or the id of an event (0 for the beginning). With an id, the later events come in the order of the log, oldest first and without gaps, and only `limit`, `eventType` and `group` apply. The filters actorType, actorId, sourceType, sourceId, targetType and environmentId scan the newest 10,000 events, or the newest 10,000 before `before`.',
      ...read,
      list: eventList,
      response: eventAnswer,
    },
    controller,
    'index'
  ),
  operation(
    'GET /events/export',
    {
      summary: 'Export the event log as a file',
      description:
        'CSV in UTF-8 with the events of GET /events for the same filters and order, without payloads. A file contains at most 50,000 events; if there are more, the last line says so. Texts that a spreadsheet would read as a formula begin with an apostrophe.',
      ...read,
      list: eventList,
    },
    () => import('./controllers/export_controller.js'),
    'events'
  ),
  operation(
    'GET /events/{id}',
    {
      summary: 'Show an event, its parked consumers and its effects',
      description:
        'The effects are the events that it caused directly, and the runs, calls and other objects that the caller may read.',
      ...read,
      response: eventDetailsAnswer,
    },
    controller,
    'show'
  ),
  operation(
    'GET /trace/{type}/{id}',
    {
      summary: 'Trace the causes and effects of an object',
      description:
        'For an `asset`, `event`, `execution`, `call` or `webhook_request`: all objects with the same first event in the log, in order and with their causes, at most 500. Also needs the permission for the requested object. Other objects that the caller may not read are hidden. Also accepts the executionId of an execution.',
      permission: activityRead,
      response: traceAnswer,
    },
    () => import('./controllers/trace_controller.js'),
    'show'
  ),
]
