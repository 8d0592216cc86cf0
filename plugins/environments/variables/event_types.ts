import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { environmentsRead } from '../contracts/permissions.js'

/** The event never contains the value, because the event log is permanent. */
const variable = (
  name: string,
  description: string,
  sentences: { plain(name: string): Text; secret(name: string): Text }
) =>
  defineEvent(name, {
    description,
    security: true,
    permission: environmentsRead,
    payload: vine.object({ name: vine.string(), isSecret: vine.boolean() }),
    activity: (payload) => sentences[payload.isSecret ? 'secret' : 'plain'](payload.name),
  })

export const variableCreated = variable('variable_created', 'A variable was added', {
  plain: (name) => text('Added the variable {name}', { name }),
  secret: (name) => text('Added the secret {name}', { name }),
})

export const variableUpdated = variable('variable_updated', 'A variable was changed', {
  plain: (name) => text('Changed the variable {name}', { name }),
  secret: (name) => text('Changed the secret {name}', { name }),
})

export const variableDeleted = variable('variable_deleted', 'A variable was deleted', {
  plain: (name) => text('Deleted the variable {name}', { name }),
  secret: (name) => text('Deleted the secret {name}', { name }),
})
