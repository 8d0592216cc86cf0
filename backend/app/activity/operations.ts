import { feed, operation } from '@crossdock/kernel/http'
import { activityList } from './queries/activity.js'
import {
  activityResponse,
  activityTypesAnswer,
  dashboardAnswer,
  recentActivityResponse,
} from './validators/activity.js'
import { eventStreamQuery, liveEnd, liveEvent, liveReset } from './validators/event_stream.js'
import { activityRead, dashboardRead } from './contracts/index.js'

const controller = () => import('./controllers/activity_controller.js')

export default [
  operation(
    'GET /activity',
    {
      summary: 'List the activity, newest first',
      description:
        'Contains entries about data that the caller may read (people with users.read, tokens with tokens.read, …) and about their own actions.',
      access: 'session',
      permission: activityRead,
      list: activityList,
      response: activityResponse,
    },
    controller,
    'index'
  ),
  operation(
    'GET /activity-types',
    {
      summary: 'List the event types that the caller sees in the feed',
      access: 'session',
      permission: activityRead,
      response: activityTypesAnswer,
    },
    controller,
    'types'
  ),
  operation(
    'GET /activity/export',
    {
      summary: 'Export the activity as a file',
      description:
        'CSV in UTF-8 with the result of GET /activity for the same filters and order, up to 50,000 entries. If there are more, the last line says so and has no time. Texts that a spreadsheet would read as a formula begin with an apostrophe.',
      access: 'session',
      permission: activityRead,
      list: activityList,
    },
    () => import('./controllers/export_controller.js'),
    'activity'
  ),
  operation(
    'GET /dashboard',
    {
      summary: 'Read everything the dashboard shows in one request',
      description:
        'Contains the same answers as the single operations. Leaves out operations that the caller may not call or that take too long.',
      access: 'session',
      permission: dashboardRead,
      response: dashboardAnswer,
    },
    controller,
    'dashboard'
  ),
  operation(
    'GET /dashboard/activity',
    {
      summary: 'List the newest activity that the caller may read',
      access: 'session',
      permission: dashboardRead,
      response: recentActivityResponse,
    },
    controller,
    'recent'
  ),
  feed(
    'GET /events/stream',
    {
      summary: 'Stream the events that the caller may read',
      description:
        'Server-Sent Events of the tenant, or of all tenants for a super administrator outside of any. With Last-Event-ID (or lastEventId) the stream continues after that event. `reset` means that missed events cannot be sent; `end` says why the server ends the stream.',
      access: 'session',
      query: eventStreamQuery,
      events: { message: liveEvent, reset: liveReset, end: liveEnd },
    },
    () => import('./controllers/event_stream_controller.js'),
    'follow'
  ),
]
