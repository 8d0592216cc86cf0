import { hash } from 'node:crypto'
import {
  assetLibrary,
  assetsRead,
  assetsWrite,
  takenChoices,
  type FileBelow,
  type PlacedFile,
} from '@crossdock/backend/assets'
import { attempt, newId, now, transaction } from '@crossdock/kernel/database'
import { english, Problem, text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part, reference } from '@crossdock/kernel/kinds'
import { insertMissing, tenantRows } from '@crossdock/kernel/tenancy'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { StepFailed, type StepContext, type StepType } from '../contracts/index.js'
import { SyncedFile } from '../models/synced_file.js'
import { fitsPattern } from './name_pattern.js'

/** Maximum number of files of one step. */
const mostFiles = 10_000
/** Number of files that are copied or moved in one commit, so that other transactions wait only briefly. */
const filesPerCommit = 50
/** Maximum number of entries of each list in the output. */
const mostListed = 100

const patterns = () => vine.array(vine.string().trim().minLength(1).maxLength(200)).maxLength(50)

const config = vine.create({
  action: part(vine.enum(['copy', 'move'] as const).optional(), {
    title: 'Action',
    description: 'A copy costs no storage: both share their content.',
    default: 'copy',
    'x-names': { copy: 'Copy', move: 'Move' },
  }),
  sourceFolderId: reference('assets', {
    title: 'Source folder',
    description: 'None means the file or folder of the run.',
    'x-choose': 'folder',
  }),
  subfolders: part(vine.boolean({ strict: true }).optional(), {
    title: 'With subfolders',
    description: 'Folders below the source are created below the target.',
    default: true,
  }),
  include: part(patterns().optional(), {
    title: 'Only files',
    description:
      'Patterns of names; * matches any characters, ? matches one. None means every file.',
    examples: ['*.pdf'],
  }),
  exclude: part(patterns().optional(), {
    title: 'Without files',
    description: 'Patterns of names to exclude.',
    examples: ['~*'],
  }),
  targetFolderId: reference('assets', { title: 'Target folder', 'x-choose': 'folder' }),
  existing: part(vine.enum(takenChoices).optional(), {
    title: 'If the name exists',
    default: 'newVersion',
    'x-names': {
      newVersion: 'Create a new version',
      rename: 'Rename the file',
      skip: 'Skip the file',
      fail: 'Fail the step',
    },
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  enum: 'The {{ field }} must be one of: {{ choices }}.',
  boolean: 'The {{ field }} field must be true or false.',
  array: 'The {{ field }} must be a list.',
  'array.maxLength': 'The {{ field }} may have at most {{ max }} entries.',
  string: 'The {{ field }} must be a text.',
})

type Config = Output<typeof config>

/** Copies or moves files from one folder to another. */
export const fileSync: StepType<Config> = {
  label: 'File sync',
  description: 'Copies or moves files from one folder to another',
  icon: 'refresh-cw',
  config,
  outputPermission: assetsRead,
  permissions: [assetsRead, assetsWrite],
  check,
  run,
}

async function check({ config }: { config: Config }): Promise<FieldError[]> {
  const { sourceFolderId, targetFolderId } = config
  const errors: FieldError[] = []
  if (!targetFolderId) {
    const sentence = text('Choose the target folder.')
    errors.push({ field: 'config.targetFolderId', rule: 'required', text: sentence })
  }
  for (const name of ['sourceFolderId', 'targetFolderId'] as const) {
    const id = config[name]
    const sentence = id && (await notAFolder(id))
    if (sentence) errors.push({ field: `config.${name}`, rule: 'exists', text: sentence })
  }
  if (sourceFolderId && sourceFolderId === targetFolderId) {
    const sentence = text('Source and target are the same folder. Choose another target.')
    errors.push({ field: 'config.targetFolderId', rule: 'distinct', text: sentence })
  }
  return errors
}

async function notAFolder(id: string) {
  try {
    const { type, name, trashedAt } = await assetLibrary.use().find(id)
    if (trashedAt !== null) return text('"{name}" is in the trash. Restore it first.', { name })
    return type === 'folder' ? undefined : text('"{name}" is a file, not a folder.', { name })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return text('There is no folder with the id "{id}".', { id })
  }
}

/**
 * Copies or moves the files. Each commit records the processed files, so the step continues there after a crash.
 */
async function run(context: StepContext<Config>) {
  const { step, execution, path, signal } = context
  const at = { run_id: execution.id, place: hash('sha256', path, 'hex') }
  const files = await filesOf(context)
  const known = await SyncedFile.query().where(at).select('assetId')
  const done = new Set(known.map(({ assetId }) => assetId))
  const open = files.filter(({ id }) => !done.has(id))
  for (let from = 0; from < open.length; from += filesPerCommit) {
    signal.throwIfAborted()
    const some = open.slice(from, from + filesPerCommit)
    await transaction(async () => {
      for (const file of some) await once(at, file, () => placeOne(step.config, file))
    })
  }
  return {
    output: await outputOf(at, step.config),
    save: async () => void (await SyncedFile.query().where(at).delete()),
  }
}

async function filesOf({ step: { config }, input }: StepContext<Config>): Promise<FileBelow[]> {
  const { sourceFolderId, targetFolderId = '', subfolders = true, include, exclude } = config
  const id = sourceFolderId || input.assetId
  if (!id) {
    throw new StepFailed(
      'The run has no file. Start it for a file or folder, or choose a source folder in the step.',
      { retryable: false }
    )
  }
  const asset = await assetLibrary.use().find(id)
  if (asset.type === 'file') {
    return [{ id, name: asset.name, folders: [], path: asset.name }].filter(isWanted)
  }
  const options = { most: mostFiles, deep: subfolders, besides: targetFolderId }
  const files = await transaction(() => assetLibrary.use().filesBelow(id, options))
  return files.filter(isWanted)

  function isWanted({ name }: FileBelow): boolean {
    const fits = (pattern: string) => fitsPattern(pattern, name)
    return (!include || include.length === 0 || include.some(fits)) && !exclude?.some(fits)
  }
}

interface Where {
  run_id: string
  place: string
}

type PlacedResult = Pick<PlacedFile, 'id' | 'version' | 'name'> & { fate: SyncedFile['fate'] }
type Outcome = PlacedResult | { fate: 'refused' | 'skipped'; reason: string }

/**
 * Processes a file, unless it was processed before. The row is inserted first. So a worker that has lost the run
 * without noticing waits here until this transaction ends.
 */
async function once(at: Where, file: FileBelow, work: () => Promise<Outcome>): Promise<void> {
  const row = { ...at, asset_id: file.id }
  const isNew = await insertMissing(SyncedFile.table, [
    {
      id: newId(),
      ...row,
      source_path: file.path.slice(0, 4_000),
      fate: 'skipped',
      created_at: now(),
    },
  ])
  if (isNew === 0) return
  const outcome = await work()
  await tenantRows(SyncedFile.table).update(row, {
    fate: outcome.fate,
    ...('id' in outcome
      ? { target_id: outcome.id, target_version: outcome.version, target_name: outcome.name }
      : { reason: outcome.reason }),
  })
}

async function placeOne(config: Config, { id, folders, name }: FileBelow): Promise<Outcome> {
  const { action = 'copy', targetFolderId = '', existing = 'newVersion' } = config
  const options = { action, folderId: targetFolderId, folders, existing }
  const placed = await attempt(() => assetLibrary.use().placeFile(id, options))
  if (placed.done) {
    const { result } = placed
    if (result.fate !== 'skipped') return result
    return { fate: 'skipped', reason: `"${name}" exists in the target folder.` }
  }
  const { error } = placed
  const isOfFile = error instanceof Problem && ofOneFile.has(error.status)
  if (!isOfFile || existing === 'fail') throw toFailure(error)
  return { fate: 'refused', reason: english(error.text) }
}

/** Statuses of errors that concern only one file: it was deleted, is read-only, or its name is taken. */
const ofOneFile = new Set([403, 404, 409])

const toFailure = (error: unknown) =>
  error instanceof Problem && error.status < 500
    ? new StepFailed(error.message, { retryable: false, cause: error })
    : error

async function outputOf(at: Where, { action = 'copy' }: Config) {
  const rows = await SyncedFile.query().where(at).orderBy('source_path')
  const of = (...fates: SyncedFile['fate'][]) => rows.filter(({ fate }) => fates.includes(fate))
  const there = of('created', 'updated', 'unchanged')
  const left = of('skipped', 'refused')
  return {
    action,
    created: of('created').length,
    updated: of('updated').length,
    unchanged: of('unchanged').length,
    skipped: left.length,
    files: there
      .slice(0, mostListed)
      .map(({ targetId, targetVersion, targetName, sourcePath }) => ({
        id: targetId,
        version: targetVersion,
        name: targetName,
        from: sourcePath,
      })),
    skippedFiles: left.slice(0, mostListed).map(({ assetId, sourcePath, reason }) => ({
      id: assetId,
      from: sourcePath,
      reason,
    })),
    ...(there.length > mostListed || left.length > mostListed ? { listed: mostListed } : {}),
  }
}
