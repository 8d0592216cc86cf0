import { operation } from '@crossdock/kernel/http'
import { notificationList } from './queries/list.js'
import {
  notificationAnswer,
  readBody,
  settingsAnswer,
  settingsBody,
  unreadAnswer,
} from './validators/notifications.js'

const notifications = () => import('./controllers/notifications_controller.js')
const settings = () => import('./controllers/settings_controller.js')

export default [
  operation(
    'GET /notifications',
    {
      summary: 'List your notifications, newest first',
      access: 'session',
      description:
        'Only your own, in the current organization; super administrators get those of the server in every tenant. Leaves out what you may no longer read. Repetitions within an hour are counted in one notification. `endedAt` says when a condition ended; only operators have these notifications.',
      list: notificationList,
      response: notificationAnswer,
    },
    notifications,
    'index'
  ),
  operation(
    'GET /notifications/unread',
    { summary: 'Count your unread notifications', access: 'session', response: unreadAnswer },
    notifications,
    'unread'
  ),
  operation(
    'POST /notifications/read',
    {
      summary: 'Mark notifications as read',
      access: 'session',
      description:
        'Takes ids, or an instant for all up to it. Answers with the number of unread notifications. Read notifications are not mailed.',
      body: readBody,
      response: unreadAnswer,
    },
    notifications,
    'read'
  ),
  operation(
    'GET /notifications/settings',
    {
      summary: 'Show your notification settings',
      access: 'session',
      description: 'Contains every kind that your role may read.',
      response: settingsAnswer,
    },
    settings,
    'show'
  ),
  operation(
    'PUT /notifications/settings',
    {
      summary: 'Change your notification settings',
      access: 'session',
      description:
        'Kinds and channels that are not named stay unchanged. The change applies to later events. Answers with all settings.',
      body: settingsBody,
      response: settingsAnswer,
    },
    settings,
    'update'
  ),
]
