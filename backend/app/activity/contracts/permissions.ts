import { definePermission } from '@crossdock/kernel/plugin'

export const activityRead = definePermission('activity.read', {
  description: 'See the activity feed',
  roles: ['editor'],
})

export const dashboardRead = definePermission('dashboard.read', {
  description: 'See the dashboard',
  roles: ['editor', 'viewer', 'user'],
})
