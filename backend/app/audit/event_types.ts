import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { erasure } from './chain/index.js'
import { auditRead } from './contracts/index.js'

export const auditErased = defineEvent(erasure, {
  description: 'A person was erased from the audit: name, address and details about them',
  security: ['entries'],
  permission: auditRead,
  payload: vine.object({
    entries: vine.number().meta({ description: 'Number of entries that mentioned the person.' }),
  }),
  activity: ({ entries }) =>
    entries === 1
      ? text('Erased a person from an entry of the audit')
      : text('Erased a person from {entries} entries of the audit', { entries }),
})

export const auditExported = defineEvent('audit_exported', {
  description: 'The audit was exported',
  security: ['format'],
  permission: auditRead,
  payload: vine.object({ format: vine.enum(['csv', 'jsonl'] as const) }),
  activity: ({ format }) => text('Exported the audit as {format}', { format }),
})
