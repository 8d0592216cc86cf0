import { answerShape, namedShape } from '@crossdock/kernel/shapes'
import { maxContents, maxReportEntries, maxWork } from '@crossdock/sync-engine/protocol'
import vine from '@vinejs/vine'
import { sides } from '../contracts/names.js'

const whole = () => vine.number().withoutDecimals().min(0).max(Number.MAX_SAFE_INTEGER)
const flag = () => vine.boolean({ strict: true })
const id = () => vine.string().minLength(1).maxLength(255)
const hash = () => vine.string().regex(/^[0-9a-f]{64}$/)
const kind = () => vine.enum(['file', 'folder'] as const)
const troubles = ['busy', 'unreadable', 'link', 'device', 'name', 'growing'] as const

const entry = () =>
  vine.object({
    id: id(),
    parentId: id().nullable(),
    name: vine.string().minLength(1).maxLength(1_024),
    kind: kind(),
    hash: hash().nullable(),
    size: whole(),
    modifiedAt: whole(),
    version: vine.string().maxLength(255),
    trouble: vine.enum(troubles).optional(),
  })

const outcome = vine.object({
  workId: vine.string().maxLength(36),
  state: vine.enum(['done', 'stale', 'failed'] as const),
  entry: entry().nullable().optional(),
  code: vine.string().maxLength(60).optional(),
  message: vine.string().maxLength(1_000).optional(),
  isForNow: flag().optional(),
})

const traits = vine.object({
  hasIds: flag(),
  isCaseSensitive: flag(),
  isFormSensitive: flag(),
  names: vine.enum(['posix', 'windows'] as const),
  maxNameBytes: whole().max(10_000),
  maxPathBytes: whole().max(100_000),
})

export const reportBody = vine.create({
  stateId: vine.string().minLength(1).maxLength(64),
  generation: whole().min(1),
  part: whole(),
  isWhole: flag(),
  isLast: flag(),
  isRootThere: flag(),
  traits,
  changed: vine.array(entry()).maxLength(maxReportEntries),
  removed: vine.array(id()).maxLength(maxReportEntries),
  outcomes: vine.array(outcome).maxLength(maxWork),
})

export const reportAnswer = answerShape('SyncReportAnswer', {
  state: vine.enum(['held', 'again', 'inactive'] as const),
  hasWork: flag(),
})

const expected = () =>
  vine.object({
    id: vine.string(),
    parentId: vine.string().nullable(),
    name: vine.string(),
    version: vine.string(),
    hash: vine.string().nullable(),
  })

export const endsAnswer = answerShape('SyncAgentEnds', {
  ends: vine.array(
    namedShape('SyncAgentEnd', {
      contractId: vine.string(),
      side: vine.enum(sides),
      name: vine.string(),
      path: vine.string(),
      isActive: flag(),
      mayWrite: flag(),
      fileTypes: vine.array(vine.string()),
      excludePatterns: vine.array(vine.string()),
      folders: vine.array(vine.string()),
      maxFileBytes: vine.number().nullable(),
      bandwidth: vine.array(
        vine.object({ from: vine.string(), to: vine.string(), kbps: vine.number() })
      ),
      revision: vine.number(),
      held: vine.object({ stateId: vine.string(), generation: vine.number() }).nullable(),
      hasWork: flag().optional(),
      fullScanSeconds: vine.number(),
    })
  ),
})

export const workAnswer = answerShape('SyncAgentWork', {
  work: vine.array(
    namedShape('SyncWork', {
      id: vine.string(),
      type: vine.enum(['makeFolder', 'move', 'write', 'remove', 'send'] as const),
      parentId: vine.string().nullable().optional(),
      name: vine.string().optional(),
      expected: expected().nullable().optional(),
      kind: kind().optional(),
      hash: vine.string().optional(),
      size: vine.number().optional(),
      modifiedAt: vine.number().optional(),
    })
  ),
})

/** Maximum number of chunks per request, which suffices for a content of 256 GiB. */
const mostChunks = 262_144

const chunk = () => vine.object({ hash: hash(), size: whole().min(1) })

export const missingBody = vine.create({
  contents: vine
    .array(
      vine.object({
        hash: hash(),
        size: whole(),
        chunks: vine.array(chunk()).maxLength(mostChunks),
        base: hash().nullable(),
      })
    )
    .maxLength(maxContents),
})

export const missingAnswer = answerShape('SyncMissingChunks', {
  missing: vine.array(vine.string()),
})

export const takenAnswer = answerShape('SyncTakenContents', {
  contents: vine.array(
    vine.object({ hash: vine.string(), state: vine.enum(['kept', 'incomplete'] as const) })
  ),
})

export const chunksBody = vine.create({ contents: vine.array(hash()).maxLength(maxContents) })

export const chunksAnswer = answerShape('SyncContentChunks', {
  contents: vine.array(
    vine.object({
      hash: vine.string(),
      chunks: vine.array(vine.object({ hash: vine.string(), size: vine.number() })),
    })
  ),
})

export const readBody = vine.create({
  contents: vine
    .array(
      vine.object({ hash: hash(), chunks: vine.array(hash()).maxLength(mostChunks).nullable() })
    )
    .minLength(1)
    .maxLength(maxContents),
})

export const progressBody = vine.create({
  progress: vine
    .array(vine.object({ workId: vine.string().maxLength(36), done: whole(), total: whole() }))
    .maxLength(maxWork),
})
