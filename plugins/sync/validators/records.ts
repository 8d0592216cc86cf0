import { answerShape, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import {
  conflictCauses,
  conflictStates,
  keepChoices,
  keptReasons,
  runStatuses,
  runTriggers,
  sides,
} from '../contracts/names.js'
import { maybe, stopAnswer } from './contract.js'

const count = () => vine.number().withoutDecimals()
const flag = () => vine.boolean({ strict: true })

/** Maximum size of a merged text, in bytes. */
export const maxMergedBytes = 1024 * 1024

const seenHash = (side: string) =>
  vine
    .string()
    .maxLength(100)
    .nullable()
    .optional()
    .meta({
      description: `The \`hash\` of the ${side} that the decision is about; null: it was deleted. If the file has changed since, nothing is decided (409).`,
    })

export const resolveBody = vine.create({
  keep: vine.enum(keepChoices),
  text: vine.string().maxLength(maxMergedBytes).nullable().optional(),
  sourceHash: seenHash('source'),
  targetHash: seenHash('target'),
})
resolveBody.messagesProvider = new SimpleMessagesProvider({
  required: 'Say which version is kept.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
  string: 'The {{ field }} must be a text.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
})

export const contentQuery = vine.create({
  side: vine.enum([...sides, 'merged'] as const).optional(),
})
contentQuery.messagesProvider = new SimpleMessagesProvider({
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

export const runAnswer = answerShape('SyncRun', {
  id: vine.string(),
  contractId: vine.string(),
  trigger: openEnum(runTriggers),
  startedBy: vine.string().nullable().meta({ description: 'Name of the person.' }),
  status: openEnum(runStatuses),
  startedAt: instant(),
  endedAt: instant().nullable(),
  counts: namedShape('SyncRunCounts', {
    created: count(),
    changed: count(),
    moved: count(),
    deleted: count(),
    conflicts: count(),
    skipped: count(),
    failed: count(),
  }),
  filesDone: count(),
  bytesDone: count(),
  stop: stopAnswer(),
  message: vine.string().nullable(),
})

export const skippedAnswer = answerShape('SyncSkipped', {
  id: vine.string(),
  side: openEnum(sides),
  path: vine.string(),
  kind: openEnum(['file', 'folder']),
  reason: vine.string(),
  detail: vine.string(),
  sentence: vine.string().meta({ description: 'Why the file is not synced, and what to do.' }),
})

export const transferAnswer = answerShape('SyncTransfer', {
  id: vine.string(),
  path: vine.string(),
  side: openEnum(sides),
  type: vine.string(),
  state: vine.string(),
  done: count(),
  total: count(),
  error: vine.string().nullable(),
  startedAt: instant().nullable(),
})

const versionAnswer = () =>
  maybe('SyncConflictVersion', {
    hash: vine.string().nullable(),
    size: count(),
    modifiedAt: instant().nullable(),
    by: vine.string().nullable().meta({ description: 'Who changed the file. null if unknown.' }),
  })

export const conflictAnswer = answerShape('SyncConflict', {
  id: vine.string(),
  contractId: vine.string(),
  contractName: vine.string().nullable(),
  path: vine.string(),
  cause: openEnum(conflictCauses),
  source: versionAnswer(),
  target: versionAnswer(),
  state: openEnum(conflictStates),
  resolution: openEnum(keepChoices).nullable(),
  resolvedBy: vine.string().nullable(),
  resolvedAt: instant().nullable(),
  isApplied: flag().meta({ description: 'Whether a run has carried out the decision.' }),
  openedAt: instant(),
})

export const restoredAnswer = answerShape('SyncRestored', {
  assetId: vine.string(),
  path: vine.string().meta({ description: 'The path of the file, from the top level.' }),
  version: count(),
})

export const keptAnswer = answerShape('SyncKept', {
  id: vine.string(),
  contractId: vine.string(),
  side: openEnum(sides),
  path: vine.string(),
  hash: vine.string(),
  size: count(),
  reason: openEnum(keptReasons),
  keptUntil: instant().nullable(),
  createdAt: instant(),
})
