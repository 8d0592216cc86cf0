import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const told = (name: string, description: string, sentence: (environment: string) => Text) =>
  defineEvent(name, {
    description,
    security: true,
    // Everybody in the tenant sees its environments.
    permission: null,
    payload: vine.object({ name: vine.string(), displayName: vine.string() }),
    activity: ({ displayName }) => sentence(displayName),
  })

export const environmentCreated = told(
  'environment_created',
  'An environment was made',
  (environment) => text('Created the environment {environment}', { environment })
)

export const environmentUpdated = defineEvent('environment_updated', {
  description: 'An environment was changed',
  security: true,
  permission: null,
  payload: vine.object({
    name: vine.string(),
    displayName: vine.string(),
    changed: vine
      .array(vine.string())
      .meta({ description: 'Names of the fields that have other values from now on.' }),
  }),
  activity: ({ displayName }) =>
    text('Changed the environment {environment}', { environment: displayName }),
})

export const environmentDeleted = told(
  'environment_deleted',
  'An environment was deleted',
  (environment) => text('Deleted the environment {environment}', { environment })
)

export const environmentRestored = told(
  'environment_restored',
  'The deletion of an environment was taken back',
  (environment) => text('Restored the environment {environment}', { environment })
)

export const eventTypes = [
  environmentCreated,
  environmentUpdated,
  environmentDeleted,
  environmentRestored,
]
