import {
  answerShape,
  instant,
  namedShape,
  plainName,
  timeOfDay,
  unreadable,
  openEnum,
} from '@crossdock/kernel/shapes'
import { CronFault, nextTime } from '@crossdock/kernel/jobs'
import { clock } from '@crossdock/kernel/database'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import {
  conflictOptions,
  endTypes,
  phases,
  scheduleModes,
  sides,
  syncDirections,
} from '../contracts/names.js'

const messages = new SimpleMessagesProvider({
  'name.required': 'Give the contract a name.',
  'name.minLength': 'Give the contract a name.',
  'sourceConfig.path.required': 'Enter the place of the source.',
  'sourceConfig.path.minLength': 'Enter the place of the source.',
  'sourceConfig.required': 'Enter the place of the source.',
  'targetConfig.path.required': 'Enter the place of the target.',
  'targetConfig.path.minLength': 'Enter the place of the target.',
  'targetConfig.required': 'Enter the place of the target.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  minLength: 'The {{ field }} is required.',
  range: 'The {{ field }} must be between {{ min }} and {{ max }}.',
  'array.maxLength': 'The {{ field }} may have at most {{ max }} entries.',
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  boolean: 'The {{ field }} must be true or false.',
  array: 'The {{ field }} must be a list.',
  object: 'The {{ field }} must be an object.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Field = Parameters<Parameters<typeof vine.createRule>[0]>[2]

/** Accepts a path or pattern in one line, without invisible characters. */
const readable = vine.createRule((value, _options: undefined, field: Field) => {
  if (typeof value !== 'string' || !unreadable(value)) return
  field.report('The {{ field }} holds characters that cannot be read.', 'readable', field)
})

/** Accepts a file extension in any notation: `pdf`, `.PDF` and `*.pdf` mean the same. */
const ending = vine.createRule((value, _options: undefined, field: Field) => {
  if (typeof value !== 'string') return
  const name = value.replace(/^\*?\./, '').toLowerCase()
  if (/^[^./\\*?[\]\s]{1,20}$/u.test(name)) return field.mutate(name, field)
  field.report(
    '"{{ value }}" is no file type. Write the ending of the names, like pdf.',
    'fileType',
    field,
    { value }
  )
})

const sentences: Record<CronFault['kind'], string> = {
  parts:
    '"{{ value }}" does not have five fields. Write minute, hour, day, month and weekday, like 45 6 * * 1-5.',
  cron: '"{{ value }}" cannot be read as a schedule: {{ reason }}',
  never: '"{{ value }}" names a date that never comes. Choose another day or month.',
  zone: '"{{ value }}" is not a time zone. Use a name like Europe/Berlin.',
}

const times = (cronOf: (value: string) => [cron: string, timeZone: string]) =>
  vine.createRule((value, _options: undefined, field: Field) => {
    if (typeof value !== 'string') return
    try {
      nextTime(...cronOf(value), clock.date())
    } catch (error) {
      if (!(error instanceof CronFault)) throw error
      field.report(sentences[error.kind], 'cron', field, { value, reason: error.reason })
    }
  })
const cronRule = times((value) => [value, 'UTC'])
const zoneRule = times((value) => ['0 0 * * *', value])

const whole = (most: number) => vine.number({ strict: true }).withoutDecimals().range([0, most])
const flag = () => vine.boolean({ strict: true })
const line = (most: number) =>
  vine.string().trim().minLength(1).maxLength(most).use(readable(undefined))

const endShape = () =>
  vine.object({
    path: line(1_000),
    clientId: vine.string().trim().maxLength(36).nullable().optional(),
    systemId: vine.string().trim().maxLength(36).nullable().optional(),
  })

const rulesShape = () =>
  vine.object({
    fileTypes: vine
      .array(line(22).use(ending(undefined)))
      .maxLength(100)
      .optional(),
    excludePatterns: vine.array(line(200)).maxLength(100).optional(),
    bidirectional: flag().optional(),
    deletes: flag().optional(),
    folders: vine.array(line(1_000)).maxLength(100).optional(),
    maxDeletions: whole(1_000_000).nullable().optional(),
    maxDeletionPercent: whole(100).optional(),
  })

const scheduleShape = () =>
  vine.object({
    mode: vine.enum(scheduleModes),
    cron: vine.string().trim().maxLength(200).use(cronRule(undefined)).nullable().optional(),
    timezone: vine.string().trim().maxLength(64).use(zoneRule(undefined)).nullable().optional(),
    events: vine.array(vine.string().trim().minLength(1).maxLength(100)).maxLength(20).optional(),
  })

const bandwidthShape = () =>
  vine
    .array(
      vine.object({
        from: timeOfDay(),
        to: timeOfDay(),
        kbps: vine.number({ strict: true }).withoutDecimals().range([8, 100_000_000]),
      })
    )
    .maxLength(10)

const nameShape = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true }))

const optionalFields = () => ({
  description: vine.string().trim().maxLength(2_000).nullable().optional(),
  sourceType: vine.enum(endTypes).optional(),
  targetType: vine.enum(endTypes).optional(),
  conflictResolution: vine.enum(conflictOptions).optional(),
  syncRules: rulesShape().optional(),
  scheduleConfig: scheduleShape().optional(),
  bandwidth: bandwidthShape().optional(),
  isActive: flag().optional(),
  tenantId: vine.string().maxLength(36).nullable().optional(),
})

export const createContractBody = vine.create({
  name: nameShape(),
  sourceConfig: endShape(),
  targetConfig: endShape(),
  ...optionalFields(),
})
createContractBody.messagesProvider = messages

export const updateContractBody = vine.create({
  name: nameShape().optional(),
  sourceConfig: endShape().optional(),
  targetConfig: endShape().optional(),
  ...optionalFields(),
})
updateContractBody.messagesProvider = messages

/** A draft needs no name, unlike a saved contract. */
export const previewBody = vine.create({
  name: vine.string().trim().maxLength(100).nullable().optional(),
  sourceConfig: endShape(),
  targetConfig: endShape(),
  ...optionalFields(),
})
previewBody.messagesProvider = messages

export const releaseBody = vine.create({
  runId: vine.string().trim().maxLength(36),
  code: vine.enum(['many_deletions', 'many_changes'] as const),
  side: vine.enum(sides),
  count: whole(1_000_000_000).meta({
    description:
      'Code, side, and count of the stop when you looked at the plan. If the stop has changed or counts more files by now, the release is refused.',
  }),
})
releaseBody.messagesProvider = messages

export const explainQuery = vine.create({ path: vine.string().maxLength(4_000).optional() })
explainQuery.messagesProvider = messages

const count = () => vine.number().withoutDecimals()

/** Returns the schema of a named object in an answer that may be null. */
export const maybe = <P extends Parameters<typeof vine.object>[0]>(name: string, properties: P) =>
  vine.object(properties).nullable().meta({ title: name })

const endConfigAnswer = () =>
  namedShape('SyncEndConfig', {
    path: vine.string(),
    clientId: vine.string().optional(),
    systemId: vine.string().optional(),
  })

export const stopAnswer = () =>
  maybe('SyncStop', {
    code: openEnum(['root_missing', 'many_deletions', 'many_changes']),
    side: openEnum(sides),
    count: count().optional(),
    of: count().optional(),
    message: vine.string().meta({ description: 'What is wrong and what to do, as a sentence.' }),
  })

const sideAnswer = () =>
  namedShape('SyncSide', {
    type: openEnum(endTypes),
    label: vine.string().nullable().meta({
      description: 'Name of the agent or system; null where there is none.',
    }),
    path: vine.string(),
    isOnline: flag().meta({
      description: 'Whether files at this end can be read and changed now.',
    }),
    lastSeenAt: instant().nullable().meta({ description: 'Last heartbeat of an agent.' }),
    files: count().nullable(),
    bytes: count().nullable(),
    lastScanAt: instant().nullable(),
    agentId: vine.string().nullable(),
    systemId: vine.string().nullable(),
    folderId: vine.string().nullable(),
  })

export const contractAnswer = answerShape('SyncContract', {
  id: vine.string(),
  tenantId: vine.string(),
  userId: vine.string(),
  environmentId: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  sourceType: openEnum(endTypes),
  sourceConfig: endConfigAnswer(),
  targetType: openEnum(endTypes),
  targetConfig: endConfigAnswer(),
  conflictResolution: openEnum(conflictOptions),
  syncRules: namedShape('SyncRules', {
    fileTypes: vine.array(vine.string()),
    excludePatterns: vine.array(vine.string()),
    bidirectional: flag(),
    deletes: flag(),
    folders: vine.array(vine.string()),
    maxDeletions: count().nullable(),
    maxDeletionPercent: count(),
  }),
  scheduleConfig: namedShape('SyncSchedule', {
    mode: openEnum(scheduleModes),
    cron: vine.string().optional(),
    timezone: vine.string().optional(),
    events: vine.array(vine.string()).optional(),
  }),
  bandwidth: vine.array(
    namedShape('SyncBandwidth', { from: vine.string(), to: vine.string(), kbps: count() })
  ),
  isActive: flag(),
  lastSync: instant().nullable().meta({
    description:
      'When both ends were last known to be equal. A continuous contract without changes is equal as long as its agents are online.',
  }),
  lastSyncAt: instant().nullable(),
  syncMode: openEnum(scheduleModes),
  syncDirection: openEnum(syncDirections),
  localPath: vine.string(),
  remotePath: vine.string(),
  remoteAssetId: vine.string().nullable(),
  revision: count(),
  createdAt: instant(),
  updatedAt: instant(),
  createdBy: vine.string().nullable().meta({
    description: 'The person with whose rights it reads and writes files.',
  }),
  state: namedShape('SyncState', {
    phase: openEnum(phases),
    message: vine.string().nullable(),
    stop: stopAnswer(),
    runId: vine.string().nullable(),
    progress: maybe('SyncProgress', {
      filesDone: count(),
      files: count(),
      bytesDone: count(),
      bytes: count(),
    }),
    openConflicts: count(),
    skipped: count(),
    nextRunAt: instant().nullable(),
    needsAttention: flag(),
  }),
  sides: namedShape('SyncSides', { source: sideAnswer(), target: sideAnswer() }),
})

export const statsAnswer = answerShape('SyncStats', {
  totalContracts: count(),
  activeContracts: count(),
  syncingContracts: count().meta({ description: 'Contracts whose run is in progress.' }),
  attentionContracts: count().meta({ description: 'Contracts that need a person.' }),
  syncedToday: count().meta({ description: 'Files synced since midnight UTC.' }),
  conflictsToday: count().meta({ description: 'Conflicts opened since midnight UTC.' }),
  openConflicts: count(),
})

export const bindingAnswer = answerShape('SyncBinding', {
  id: vine.string(),
  contractId: vine.string(),
  contractName: vine.string(),
  side: openEnum(sides),
  type: openEnum(endTypes),
  label: vine.string().nullable(),
  path: vine.string(),
  agentId: vine.string().nullable(),
  systemId: vine.string().nullable(),
  isOnline: flag(),
  files: count().nullable(),
  bytes: count().nullable(),
  lastScanAt: instant().nullable(),
  phase: openEnum(phases),
})

const countsAnswer = () =>
  maybe('SyncCounts', {
    created: count(),
    changed: count(),
    moved: count(),
    deleted: count(),
    conflicts: count(),
    skipped: count(),
    bytes: count(),
    agreedFiles: count(),
    sourceFiles: count(),
    sourceBytes: count(),
    targetFiles: count(),
    targetBytes: count(),
  })

export const planAnswer = answerShape('SyncPlan', {
  state: openEnum(['none', 'making', 'ready']),
  madeAt: instant().nullable(),
  stop: stopAnswer(),
  counts: countsAnswer(),
  operations: vine.array(
    namedShape('SyncPlanRow', {
      type: vine.string(),
      side: openEnum(sides),
      path: vine.string(),
      fromPath: vine.string().optional(),
      size: count(),
      bytes: count(),
    })
  ),
  total: count(),
})

export const previewAnswer = answerShape('SyncPreview', {
  needsAgent: flag().meta({ description: 'An end is on a computer: only its agent can read it.' }),
  counts: countsAnswer(),
})

const explainedEnd = () =>
  maybe('SyncExplainedEnd', {
    path: vine.string(),
    kind: openEnum(['file', 'folder']),
    size: count(),
    modifiedAt: instant().nullable(),
    hash: vine.string().nullable(),
  })

export const explainAnswer = answerShape('SyncExplanation', {
  path: vine.string(),
  state: openEnum(['in_sync', 'pending', 'skipped', 'conflict', 'unknown', 'failing']),
  sentence: vine.string(),
  source: explainedEnd(),
  target: explainedEnd(),
  agreed: explainedEnd(),
})
