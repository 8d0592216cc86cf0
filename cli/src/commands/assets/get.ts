import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resumeMark, contentFrom, targetFor } from '../../assets/download.js'
import { exists, isFolder } from '../../local_file.js'
import { DownloadPlaces } from '../../assets/download_places.js'
import { DownloadReport, inTheWay } from '../../assets/download_report.js'
import { downloadTasks } from '../../assets/download_tasks.js'
import { download } from '../../assets/download_together.js'
import { inParallel } from '../../assets/parallel.js'
import { createPatientApi } from '../../assets/patient.js'
import { remoteEntries } from '../../assets/remote_tree.js'
import { resolveAsset, resolveFile } from '../../assets/resolve.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'
import { Progress } from '../../output/progress.js'

const MOST_AT_ONCE = 32

export interface GetOptions {
  output?: string
  force?: boolean
  parallel: string
}

/** Downloads files, and folders with all their contents. */
export async function getAssets(
  factory: Factory,
  typed: string[],
  options: GetOptions
): Promise<void> {
  const { output, force = false } = options
  const parallel = wholeNumber('--parallel', options.parallel, MOST_AT_ONCE)
  if (output === '-') return await toStdout(factory, typed)
  const shown: { progress?: Progress } = {}
  const api = await createPatientApi(factory, shown)
  const roots: Root[] = []
  for (const one of typed) roots.push(await rootOf(factory, api, one, options, typed.length === 1))
  const isAlone = roots.length === 1 && roots[0]!.asset.type === 'file'
  const report = new DownloadReport(factory, isAlone)
  const known = roots.reduce((sum, { asset }) => sum + asset.size, 0)
  const label = roots.length === 1 ? roots[0]!.asset.name : `${roots.length} files and folders`
  const progress = new Progress(factory.streams.stderr, label, isAlone ? known : undefined)
  shown.progress = progress
  const done = factory.onInterrupt(() => {
    progress.end()
    factory.note('Interrupted. Received data is kept; run the same command again to resume.')
  })
  try {
    const places = new DownloadPlaces(factory, force, report, progress)
    for (const root of roots) {
      await begin(factory, root, output)
      const entries = remoteEntries(api, [{ asset: root.asset, names: [] }])
      const tasks = downloadTasks(places.planDownloads(root.target, entries))
      await inParallel(parallel, tasks, (files) => download(api, files, report, progress))
    }
  } finally {
    done()
    progress.end()
  }
  report.end(roots.length === 1 ? roots[0]!.target : (output ?? '.'))
  for (const root of roots)
    if (root.asset.type === 'folder') await rm(markOf(factory, root), { force: true })
}

/**
 * Marks a folder created under the name in `--output`, so that the same command resumes it until it is
 * complete.
 */
async function begin(factory: Factory, root: Root, output?: string): Promise<void> {
  const path = factory.path(root.target)
  if (root.asset.type !== 'folder' || root.target !== output || (await exists(path))) return
  await mkdir(path, { recursive: true })
  await writeFile(markOf(factory, root), '')
}

const markOf = (factory: Factory, { asset, target }: Root): string =>
  resumeMark(asset, factory.path(target))

/** A named file or folder, and its target. */
interface Root {
  asset: Asset
  target: string
}

async function rootOf(
  factory: Factory,
  api: ApiClient,
  typed: string,
  { output, force }: GetOptions,
  isAlone: boolean
): Promise<Root> {
  const asset = await resolveAsset(api, typed)
  if (!asset) throw new UsageError('"/" is the top level: name the folders in it.')
  if (!isAlone && output && !(await isFolder(factory.path(output)))) {
    throw new CliError(ExitCode.notFound, `The folder "${output}" does not exist.`, {
      hint: 'Create the folder first, or name another one with --output.',
    })
  }
  const target = await targetFor(factory, asset, output)
  const isTaken = asset.type === 'file' && isAlone && !force && (await exists(factory.path(target)))
  if (isTaken) throw inTheWay(target)
  return { asset, target }
}

async function toStdout(factory: Factory, typed: readonly string[]): Promise<void> {
  if (factory.flags.json) {
    throw new UsageError(
      '--output - and --json both write to standard output.',
      'Leave out one of them.'
    )
  }
  const [one, ...others] = typed
  if (others.length > 0) throw new UsageError('--output - takes one file.', 'Name a single file.')
  const api = await factory.api()
  const asset = await resolveFile(api, one!)
  const { stdout } = factory.streams
  let written = 0
  for await (const chunk of contentFrom(api, asset, 0)) {
    written += chunk.length
    if (!stdout.write(chunk)) await new Promise((drained) => stdout.once('drain', drained))
  }
  if (written !== asset.size) {
    throw new CliError(
      ExitCode.unreachable,
      `The download of "${asset.name}" ended after ${written} of ${asset.size} bytes.`,
      { hint: 'Run the command again.' }
    )
  }
}
