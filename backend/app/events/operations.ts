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
      summary: 'The event log, newest first',
      description:
        'The log of the tenant; that of all tenants for a super administrator who has chosen none. It holds the event types the caller has the permission for, and their own actions. It leaves out files and folders closed to the caller. `search` takes an id or its beginning, a part of a type, or words of the activity feed. `after` takes an instant, or the id of an event (0 for the beginning): then the events behind it come in the order of the log, the oldest first and without gaps, with `limit`, `eventType` and `group`. The filters actorType, actorId, sourceType, sourceId, targetType and environmentId scan the newest 10,000 events, or the newest 10,000 before `before`.',
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
      summary: 'The event log, as a file',
      description:
        'CSV in UTF-8 with the events of GET /events for the same filters and order, without payloads. A file holds at most 50,000 events; a last line says when there are more. A text that a spreadsheet would evaluate as a formula begins with an apostrophe.',
      ...read,
      list: eventList,
    },
    () => import('./controllers/export_controller.js'),
    'events'
  ),
  operation(
    'GET /events/{id}',
    {
      summary: 'An event, its parked consumers and its effects',
      description:
        'The effects are the events it caused directly, and the runs, calls and other things that the caller has the permission to read.',
      ...read,
      response: eventDetailsAnswer,
    },
    controller,
    'show'
  ),
  operation(
    'GET /trace/{type}/{id}',
    {
      summary: 'What led to a thing, and what followed from it',
      description:
        'Of an `asset`, `event`, `execution`, `call` or `webhook_request`: everything that has the same beginning in the event log, in order and with its cause, at most 500 objects. Takes the permission for what is asked for, too; what else the caller may not read is hidden. An execution is found by its executionId, too.',
      permission: activityRead,
      response: traceAnswer,
    },
    () => import('./controllers/trace_controller.js'),
    'show'
  ),
]
