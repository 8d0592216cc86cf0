import { definePermission } from '@crossdock/kernel/plugin'

export const webhooksRead = definePermission('webhooks.read', {
  description: 'See webhooks and their deliveries',
  roles: ['editor'],
})

export const webhooksWrite = definePermission('webhooks.write', {
  description: 'Create, change and delete webhooks, and resend deliveries',
  roles: [],
})
