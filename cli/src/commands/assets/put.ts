import { access, constants } from 'node:fs/promises'
import type { Asset, UploadedFiles } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { makeFolders } from '../../assets/folders.js'
import {
  localEntries,
  localRoot,
  measure,
  type LocalEntry,
  type LocalRoot,
} from '../../assets/local_tree.js'
import { inParallel } from '../../assets/parallel.js'
import { createPatientApi } from '../../assets/patient.js'
import { retryUntilDone } from '../../assets/retry.js'
import { resolveFolder } from '../../assets/resolve.js'
import { uploadResumably, type KeptUpload } from '../../assets/resumable_upload.js'
import { uploadBatch } from '../../assets/upload_batch.js'
import { UploadReport, type PutFile } from '../../assets/upload_report.js'
import { uploadTasks, type UploadTask } from '../../assets/upload_tasks.js'
import { ProfileStore } from '../../config/profiles.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { isId } from '../../ids.js'
import { formatBytes } from '../../output/format.js'
import { wholeNumber } from '../../output/limit.js'
import { Progress } from '../../output/progress.js'

/** Local state of abandoned uploads is deleted after this time. The server deletes them after a week. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const MOST_AT_ONCE = 32

export interface PutOptions {
  to: string
  parents?: boolean
  parallel: string
  dryRun?: boolean
}

/** Uploads files, and folders with their contents. Checks all named paths before the first upload. */
export async function putAssets(
  factory: Factory,
  paths: string[],
  options: PutOptions
): Promise<void> {
  const parallel = wholeNumber('--parallel', options.parallel, MOST_AT_ONCE)
  const roots: LocalRoot[] = []
  for (const path of paths) roots.push(await localRoot(factory, path))
  assertDistinctTargets(roots)
  if (options.dryRun) return await printPlan(factory, roots)
  const shown: { progress?: Progress } = {}
  const api = await createPatientApi(factory, shown)
  const folder = await folderFor(api, options)
  const output = await createOutput(factory, roots)
  shown.progress = output.progress
  await putAll(new Put(factory, api, folder, output), roots, parallel)
}

/** Refuses two files with the same target, because the second would overwrite the first. */
function assertDistinctTargets(roots: readonly LocalRoot[]): void {
  const seen = new Map<string, string>()
  for (const { name, path } of roots) {
    // The server stores names in this form only.
    const here = name.normalize('NFC')
    const other = seen.get(here)
    if (other !== undefined) {
      throw new UsageError(
        `"${other}" and "${path}" would both be called "${here}".`,
        'Nothing was uploaded. Upload one of them elsewhere with a separate command.'
      )
    }
    seen.set(here, path)
  }
}

interface ProgressOutput {
  report: UploadReport
  progress: Progress
}

/** Progress output during an upload. */
async function createOutput(
  factory: Factory,
  roots: readonly LocalRoot[]
): Promise<ProgressOutput> {
  const { files, bytes } = await measure(roots)
  const hasFolder = roots.some(({ isFolder }) => isFolder)
  const label = roots.length === 1 ? roots[0]!.name : `${files} files`
  return {
    report: new UploadReport(factory, hasFolder ? undefined : roots.length),
    progress: new Progress(factory.streams.stderr, label, bytes),
  }
}

async function putAll(put: Put, roots: readonly LocalRoot[], parallel: number): Promise<void> {
  const { factory, progress, report } = put
  const done = factory.onInterrupt(() => {
    progress.end()
    factory.note('Interrupted. Sent data is kept; run the same command again to resume.')
  })
  try {
    await put.kept.forget(KEPT_MS)
    const tasks = uploadTasks(localEntries(roots, report.skipped))
    await inParallel(parallel, tasks, (task) => put.upload(task))
  } finally {
    done()
    progress.end()
  }
  report.end()
}

async function folderFor(api: ApiClient, { to, parents }: PutOptions): Promise<Asset | null> {
  const isMade = parents && !isId(to) && /[^/]/.test(to)
  return isMade ? (await makeFolders(api, to)).at(-1)!.folder : resolveFolder(api, to)
}

/** Prints what would be sent. */
async function printPlan(factory: Factory, roots: readonly LocalRoot[]): Promise<void> {
  const report = new UploadReport(factory, undefined)
  for await (const { goesTo: path, type, size } of localEntries(roots, report.skipped)) {
    if (factory.flags.json) factory.printJsonLine({ path, type, size })
    else factory.say(type === 'folder' ? `${path}/` : `${path} (${formatBytes(size)})`)
  }
  report.assertAll()
}

/** One run of the command. */
class Put {
  readonly kept: ProfileStore<KeptUpload>
  readonly report: UploadReport
  readonly progress: Progress

  constructor(
    readonly factory: Factory,
    private readonly api: ApiClient,
    private readonly folder: Asset | null,
    { report, progress }: ProgressOutput
  ) {
    this.kept = new ProfileStore<KeptUpload>(factory.env, 'uploads')
    this.report = report
    this.progress = progress
  }

  async upload(task: UploadTask): Promise<void> {
    if (task.type === 'large') return await this.#large(task.file)
    if (task.type === 'folder') return await this.#emptyFolder(task.folder)
    const parentId = this.folder?.id ?? null
    await uploadBatch(this.api, task.files, parentId, (file, fate) => this.#batched(file, fate))
  }

  #batched(file: LocalEntry, fate: UploadedFiles['files'][number] | Error): void {
    this.progress.advance(file.size)
    if (fate instanceof CliError) return this.#failed(file, fate)
    if (fate instanceof Error) {
      const message = `It cannot be read: ${fate.message}.`
      return this.#failed(file, new CliError(ExitCode.failure, message))
    }
    const { fate: what, id, version, message } = fate
    if (what === 'refused' || id === null || version === null) {
      return this.#failed(file, new CliError(ExitCode.refused, message ?? 'It was refused.'))
    }
    this.progress.clear()
    const isNewest = what === 'created' || what === 'updated'
    this.report.put(file, { fate: isNewest ? what : 'unchanged', id, version })
  }

  async #large(file: LocalEntry): Promise<void> {
    const target = { folder: this.folder, profile: this.factory.profileName }
    try {
      await assertReadable(file)
      const { id, version, isSent } = await uploadResumably(
        ...([this.api, file, target, this.kept] as const),
        (bytes) => this.progress.advance(bytes)
      )
      const fate: PutFile['fate'] = !isSent ? 'unchanged' : version === 1 ? 'created' : 'updated'
      this.progress.clear()
      this.report.put(file, { fate, id, version })
    } catch (error) {
      // An error about this file alone does not stop the others.
      if (!(error instanceof CliError) || !isAboutOne(error)) throw error
      this.#failed(file, error)
    }
  }

  async #emptyFolder(folder: LocalEntry): Promise<void> {
    try {
      await retryUntilDone(() => makeFolders(this.api, folder.goesTo, this.folder))
    } catch (error) {
      if (!(error instanceof CliError) || !isAboutOne(error)) throw error
      this.#failed(folder, error)
    }
  }

  #failed(file: LocalEntry, error: CliError): void {
    this.progress.clear()
    this.report.failed(file, error)
  }
}

/**
 * Checks a file before the server creates its upload.
 * @throws CliError
 */
async function assertReadable({ path }: LocalEntry): Promise<void> {
  await access(path, constants.R_OK).catch((cause: Error) => {
    throw new CliError(ExitCode.failure, `It cannot be read: ${cause.message}.`, { cause })
  })
}

const isAboutOne = ({ exitCode }: CliError) =>
  exitCode === ExitCode.refused || exitCode === ExitCode.failure
