import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { rolesRead } from './contracts/index.js'

const names = () => vine.array(vine.string())

export const roleCreated = defineEvent('role_created', {
  description: 'A role was made',
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
    added: names().meta({ description: 'Permissions it holds from now on.' }),
    removed: names().meta({ description: 'Permissions it holds no more.' }),
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
      .meta({ description: 'The role its holders have now; null: nobody held it.' }),
  }),
  activity: ({ name, replacement }) =>
    replacement === null
      ? text('Deleted the role {name}', { name })
      : text('Deleted the role {name}; who held it holds {replacement} now', { name, replacement }),
})

/**
 * Its target is the tenant, not each person: a role may be held by a hundred thousand, and whatever is
 * remembered of them in any process has to be found out anew.
 */
export const roleReplaced = defineEvent('role_replaced', {
  description: 'Everybody who held a role was given another one',
  security: true,
  payload: vine.object({
    from: vine.string(),
    to: vine.string(),
    people: vine.number().withoutDecimals(),
  }),
})
