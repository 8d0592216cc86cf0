import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { rolesRead } from './contracts/index.js'

const names = () => vine.array(vine.string())

export const roleCreated = defineEvent('role_created', {
  description: 'A role was created',
  security: true,
  permission: rolesRead,
  payload: vine.object({ key: vine.string(), name: vine.string(), permissions: names() }),
  activity: ({ name }) => text('Created the role {name}', { name }),
})

export const roleUpdated = defineEvent('role_updated', {
  description: 'A role was changed',
  security: true,
  permission: rolesRead,
  payload: vine.object({
    key: vine.string(),
    name: vine.string(),
    added: names().meta({ description: 'Permissions that were added.' }),
    removed: names().meta({ description: 'Permissions that were removed.' }),
  }),
  activity: ({ name }) => text('Changed the role {name}', { name }),
})

export const roleDeleted = defineEvent('role_deleted', {
  description: 'A role was deleted',
  security: true,
  permission: rolesRead,
  payload: vine.object({
    key: vine.string(),
    name: vine.string(),
    replacement: vine
      .string()
      .nullable()
      .meta({ description: 'The new role of its holders; null: it had none.' }),
  }),
  activity: ({ name, replacement }) =>
    replacement === null
      ? text('Deleted the role {name}', { name })
      : text('Deleted the role {name} and gave its holders {replacement}', { name, replacement }),
})

/**
 * Its target is the tenant, not each person: a hundred thousand people may hold a role, and every process must drop
 * what it has cached about them.
 */
export const roleReplaced = defineEvent('role_replaced', {
  description: 'All holders of a role got another role',
  security: true,
  payload: vine.object({
    from: vine.string(),
    to: vine.string(),
    people: vine.number().withoutDecimals(),
  }),
})
