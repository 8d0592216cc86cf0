import { operation } from '@crossdock/kernel/http'
import { activityList } from './queries/activity.js'
import { activityResponse, recentActivityResponse } from './validators/activity.js'

const handler = () => import('./controllers/activity_controller.js')

export default [
  operation('GET /activity', {
    summary: 'What happened, newest first',
    access: 'session',
    permission: 'activity.read',
    list: activityList,
    response: activityResponse,
    handler,
    action: 'index',
  }),
  operation('GET /dashboard/activity', {
    summary: 'The latest of what happened',
    access: 'session',
    permission: 'dashboard.read',
    response: recentActivityResponse,
    handler,
    action: 'recent',
  }),
]
