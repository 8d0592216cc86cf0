import { definePermission } from '@crossdock/kernel/plugin'

export const brandingWrite = definePermission('branding.write', {
  description: 'Change the name, logo, colors and mails of the organization, and its own domain',
  roles: [],
})
