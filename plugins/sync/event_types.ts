import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import {
  conflictCauses,
  keepChoices,
  runTriggers,
  sides,
  syncRead as permission,
} from './contracts/index.js'

const contractShape = {
  contractId: vine.string(),
  name: vine.string().meta({ description: 'Name of the sync contract.' }),
}

const contract = (name: string, description: string, sentence: (name: string) => Text) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object(contractShape),
    activity: (payload) => sentence(payload.name),
  })

export const contractCreated = contract(
  'sync_contract_created',
  'A sync contract was created',
  (name) => text('Created the sync contract {name}', { name })
)
export const contractUpdated = contract(
  'sync_contract_updated',
  'A sync contract was changed',
  (name) => text('Changed the sync contract {name}', { name })
)
export const contractDeleted = contract(
  'sync_contract_deleted',
  'A sync contract was deleted. The files at both ends stay as they are',
  (name) => text('Deleted the sync contract {name}', { name })
)
export const contractPaused = contract(
  'sync_contract_paused',
  'A sync contract was paused',
  (name) => text('Paused the sync contract {name}', { name })
)
export const contractResumed = contract(
  'sync_contract_resumed',
  'A sync contract was resumed',
  (name) => text('Resumed the sync contract {name}', { name })
)
export const contractHandedOver = contract(
  'sync_contract_handed_over',
  'A sync contract works with the rights of another person from now on',
  (name) => text('Took over the sync contract {name}', { name })
)

const count = () => vine.number()

const runShape = {
  ...contractShape,
  runId: vine.string(),
  trigger: vine.enum(runTriggers),
  files: count().meta({ description: 'Files that were transferred.' }),
  bytes: count(),
}

export const syncCompleted = defineEvent('sync_completed', {
  description: 'A run of a sync contract ended',
  permission,
  payload: vine.object({
    ...runShape,
    status: vine.enum(['completed', 'partial', 'cancelled'] as const).meta({
      description: '`partial`: some files failed. `cancelled`: a person ended the run.',
    }),
    created: count(),
    changed: count(),
    moved: count(),
    deleted: count(),
    conflicts: count(),
    skipped: count(),
    failed: count(),
  }),
})
export const syncFailed = defineEvent('sync_failed', {
  description: 'A run of a sync contract failed',
  permission,
  payload: vine.object({ ...runShape, message: vine.string() }),
  activity: ({ name }) => text('Sync of {name} failed', { name }),
})
export const syncStopped = defineEvent('sync_stopped', {
  description:
    'A run of a sync contract stopped before it changed anything: a person must look at its plan',
  permission,
  payload: vine.object({
    ...contractShape,
    runId: vine.string(),
    code: vine.enum(['root_missing', 'many_deletions', 'many_changes'] as const),
    side: vine.enum(sides),
    count: count().meta({ description: 'Files that would be deleted or changed.' }),
    of: count(),
  }),
  activity: ({ name }) => text('Sync of {name} stopped and waits for a person', { name }),
})

const conflictShape = {
  ...contractShape,
  conflictId: vine.string(),
  path: vine.string(),
  cause: vine.enum(conflictCauses),
}

export const conflictOpened = defineEvent('sync_conflict_opened', {
  description: 'Both ends of a sync contract changed a file: a person decides',
  permission,
  payload: vine.object(conflictShape),
  activity: ({ name, path }) => text('Conflict in {name}: {path}', { name, path }),
  several: {
    alike: ({ contractId }) => contractId,
    sentence: ({ name }, count) => text('{count} conflicts in {name}', { count, name }),
  },
})
export const conflictResolved = defineEvent('sync_conflict_resolved', {
  description: 'A conflict of a sync contract was resolved',
  permission,
  payload: vine.object({
    ...conflictShape,
    keep: vine.enum(keepChoices).nullable().meta({
      description: '`null`: the file changed, so there was nothing left to decide.',
    }),
  }),
  activity: ({ name, path }) => text('Resolved the conflict in {name}: {path}', { name, path }),
  several: {
    alike: ({ contractId }) => contractId,
    sentence: ({ name }, count) => text('Resolved {count} conflicts in {name}', { count, name }),
  },
})

/** The events of this plugin. */
export const eventTypes = [
  contractCreated,
  contractUpdated,
  contractDeleted,
  contractPaused,
  contractResumed,
  contractHandedOver,
  syncCompleted,
  syncFailed,
  syncStopped,
  conflictOpened,
  conflictResolved,
]
