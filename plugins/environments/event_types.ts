import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { environmentsWrite } from './contracts/permissions.js'
import { promotionApplied, promotionUndone } from './promotion/event_types.js'
import { variableCreated, variableDeleted, variableUpdated } from './variables/event_types.js'

/** Says which tenant and environment has nearly reached a limit. */
export const quotaWarned = defineEvent('quota_warned', {
  description: 'An environment has used a large part of a limit',
  permission: null,
  payload: vine.object({
    environment: vine.string(),
    // The name of the limit, and its label for people.
    meter: vine.string(),
    label: vine.string(),
    threshold: vine.number(),
    used: vine.number(),
    limit: vine.number(),
    isAlerted: vine
      .boolean()
      .meta({ description: 'Alerts of the environment are on: people are notified.' }),
  }),
  activity: ({ environment, label, threshold, used, limit }) =>
    text('{label} in {environment}: more than {threshold} % are used ({used} of {limit})', {
      environment,
      label,
      threshold,
      used,
      limit,
    }),
})

export const moreRequested = defineEvent('more_requested', {
  description: 'A person asked the operator to raise a limit of an environment',
  permission: environmentsWrite,
  payload: vine.object({ environment: vine.string(), label: vine.string() }),
  activity: ({ environment, label }) =>
    text('Asked the operator for more in {environment}: {label}', { environment, label }),
})

const environmentEvent = (
  name: string,
  description: string,
  sentence: (environment: string) => Text
) =>
  defineEvent(name, {
    description,
    security: true,
    // No permission is needed, because every member of a tenant may see its environments.
    permission: null,
    payload: vine.object({ name: vine.string(), displayName: vine.string() }),
    activity: ({ displayName }) => sentence(displayName),
  })

export const environmentCreated = environmentEvent(
  'environment_created',
  'An environment was created',
  (environment) => text('Created the environment {environment}', { environment })
)

export const environmentUpdated = defineEvent('environment_updated', {
  description: 'An environment was changed',
  security: true,
  permission: null,
  payload: vine.object({
    name: vine.string(),
    displayName: vine.string(),
    changed: vine.array(vine.string()).meta({ description: 'Names of the changed fields.' }),
  }),
  activity: ({ displayName }) =>
    text('Changed the environment {environment}', { environment: displayName }),
})

export const environmentDeleted = environmentEvent(
  'environment_deleted',
  'An environment was deleted',
  (environment) => text('Deleted the environment {environment}', { environment })
)

export const environmentRestored = environmentEvent(
  'environment_restored',
  'A deleted environment was restored',
  (environment) => text('Restored the environment {environment}', { environment })
)

export const eventTypes = [
  environmentCreated,
  environmentUpdated,
  environmentDeleted,
  environmentRestored,
  moreRequested,
  quotaWarned,
  variableCreated,
  variableUpdated,
  variableDeleted,
  promotionApplied,
  promotionUndone,
]
