import { answerShape, instant } from '@crossdock/kernel/shapes'
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
    .meta({ description: 'The process that answers; with several processes, any of them.' }),
  workers: count().nullable().meta({ description: 'Processes that run jobs now.' }),
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
      held: count().meta({ description: 'Jobs that wait for a limit of their kind.' }),
      paused: count().meta({ description: 'Jobs of organizations that are not active.' }),
      failed: count(),
      unknown: count().meta({ description: 'Jobs that no installed plugin runs.' }),
      parkedWaiting: count(),
      parkedFailed: count(),
      most: count().meta({ description: 'Counts end at this number.' }),
    })
    .nullable(),
  storage: vine
    .object({
      kind: vine.enum(['disk', 's3']),
      bytes: count().meta({ description: 'Space used by the files of all organizations.' }),
      freeBytes: count().nullable().meta({ description: 'null: unknown.' }),
      damagedParts: count(),
      verifiedAt: instant()
        .nullable()
        .meta({ description: 'When the last check of all content against its hashes began.' }),
      givenBackAt: instant()
        .nullable()
        .meta({ description: 'When the last garbage collection of deleted files began.' }),
    })
    .nullable(),
  encryption: vine
    .object({
      keys: vine.array(
        vine.object({
          id: vine.string().meta({ description: 'It reveals nothing about the key.' }),
          use: vine.enum(['current', 'previous', 'missing']),
          firstUsedAt: instant().nullable(),
          sealed: count().meta({ description: 'Stored values sealed with it.' }),
        })
      ),
      isCut: yes().meta({ description: 'Whether more values exist than were counted.' }),
    })
    .nullable()
    .meta({
      description:
        'A `previous` key is in APP_KEY_PREVIOUS. Values sealed with a `missing` key cannot be opened.',
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
    description: 'File of the mail if there is no mail server; null if the mail was sent.',
  }),
  message: vine.string().nullable().meta({
    description:
      'Why the mail was not accepted: the answer of the server, or the connection error.',
  }),
  tookMs: count(),
})
