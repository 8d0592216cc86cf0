import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { check, count, partStatus, status, trouble } from './system.js'

const yes = () => vine.boolean({ strict: true })

export const systemAnswer = answerShape('System', {
  version: vine.string().meta({ description: 'Of Crossdock.' }),
  node: vine.string(),
  server: vine
    .object({
      host: vine.string(),
      pid: count(),
      role: vine.enum(['all', 'web', 'worker']),
      startedAt: instant(),
      memoryBytes: count(),
    })
    .meta({ description: 'The process that answers; of several any may.' }),
  workers: count().nullable().meta({ description: 'Processes that work jobs at this moment.' }),
  mail: vine.object({
    server: vine
      .string()
      .nullable()
      .meta({ description: 'null: mails are written to DATA_DIR/mail.' }),
    from: vine.string(),
  }),
  health: vine
    .object({
      status: status(),
      version: vine.string(),
      components: vine.record(check()),
      trouble: trouble(),
    })
    .nullable(),
  database: vine
    .object({
      kind: vine.enum(['sqlite', 'postgres']),
      version: vine.string(),
      bytes: count(),
      migrations: count(),
      lastMigration: vine.string().nullable(),
    })
    .nullable(),
  queue: vine
    .object({
      waiting: count(),
      scheduled: count(),
      running: count(),
      held: count().meta({ description: 'Behind a limit of their kind.' }),
      paused: count().meta({ description: 'Of organizations that are not active.' }),
      failed: count(),
      unknown: count().meta({ description: 'No installed plugin works them.' }),
      parkedWaiting: count(),
      parkedFailed: count(),
      most: count().meta({ description: 'More of one state are not counted.' }),
    })
    .nullable(),
  storage: vine
    .object({
      kind: vine.enum(['disk', 's3']),
      bytes: count().meta({ description: 'What the files of all organizations take.' }),
      freeBytes: count().nullable().meta({ description: 'null: nobody knows.' }),
      damagedParts: count(),
      verifiedAt: instant()
        .nullable()
        .meta({ description: 'When reading all content against its hashes last began.' }),
      givenBackAt: instant()
        .nullable()
        .meta({ description: 'When giving back the room of deleted files last began.' }),
    })
    .nullable(),
  encryption: vine
    .object({
      keys: vine.array(
        vine.object({
          id: vine.string().meta({ description: 'It tells nothing of the key.' }),
          use: vine.enum(['current', 'previous', 'missing']),
          firstUsedAt: instant().nullable(),
          sealed: count().meta({ description: 'Stored values it has sealed.' }),
        })
      ),
      isCut: yes().meta({ description: 'Whether there are more values than were looked at.' }),
    })
    .nullable()
    .meta({
      description:
        'A key that is `previous` stands in APP_KEY_PREVIOUS; with one that is `missing` nothing it has sealed opens.',
    }),
  plugins: vine
    .array(
      vine.object({
        name: vine.string(),
        version: vine.string(),
        package: vine.string().nullable(),
        operator: yes(),
        status: partStatus(),
        contributions: vine.array(vine.object({ kind: vine.string(), count: count() })),
      })
    )
    .nullable(),
  unanswered: vine
    .array(vine.object({ part: vine.string(), reason: vine.string() }))
    .meta({ description: 'Parts that are null, and why.' }),
})

export const mailTestAnswer = answerShape('MailTest', {
  to: vine.string(),
  accepted: yes(),
  server: vine.string().nullable().meta({ description: 'null: there is none.' }),
  writtenTo: vine.string().nullable().meta({
    description: 'Where the mail lies that no server was there to take; null where it was sent.',
  }),
  message: vine
    .string()
    .nullable()
    .meta({ description: 'What the server, or the way to it, said when it was not accepted.' }),
  tookMs: count(),
})
