import { definePermission } from '@crossdock/kernel/plugin'

export const auditRead = definePermission('audit.read', {
  description: 'Read, export and verify the audit',
  roles: [],
})

export const auditErase = definePermission('audit.erase', {
  description: 'Erase a person from the audit',
  roles: [],
})
