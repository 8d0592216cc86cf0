import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { contentFrom, downloadFile, exists, isFolder, targetFor } from '../../assets/download.js'
import { DownloadReport, inTheWay } from '../../assets/download_report.js'
import { isCaseBlind, isUnfinished, localName } from '../../assets/local_name.js'
import { inParallel } from '../../assets/parallel.js'
import { remoteEntries, type RemoteEntry } from '../../assets/remote_tree.js'
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

/** Downloads files, and folders with all that is in them. */
export async function getAssets(
  factory: Factory,
  typed: string[],
  options: GetOptions
): Promise<void> {
  const { output, force = false } = options
  const parallel = wholeNumber('--parallel', options.parallel, MOST_AT_ONCE)
  if (output === '-') return await toStdout(factory, typed)
  const api = await factory.api()
  const roots: Root[] = []
  for (const one of typed) roots.push(await rootOf(factory, api, one, options, typed.length === 1))
  const isAlone = roots.length === 1 && roots[0]!.asset.type === 'file'
  const report = new DownloadReport(factory, isAlone)
  const known = roots.reduce((sum, { asset }) => sum + asset.size, 0)
  const label = roots.length === 1 ? roots[0]!.asset.name : `${roots.length} files and folders`
  const progress = new Progress(factory.streams.stderr, label, isAlone ? known : undefined)
  const done = factory.onInterrupt(() => {
    progress.end()
    factory.note('Interrupted: what has arrived is kept, and the same command goes on from there.')
  })
  try {
    const get = new Get(factory, api, force, report, progress)
    for (const root of roots) {
      const entries = remoteEntries(api, [{ asset: root.asset, names: [] }])
      await inParallel(parallel, entries, (entry) => get.one(root.target, entry))
    }
  } finally {
    done()
    progress.end()
  }
  report.end(roots.length === 1 ? roots[0]!.target : (output ?? '.'))
}

/** What was named, and where it goes. */
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
    throw new CliError(ExitCode.notFound, `There is no folder "${output}" to write to.`, {
      hint: 'Make the folder first, or name another one with --output.',
    })
  }
  const target = await targetFor(factory, asset, output)
  const isTaken = asset.type === 'file' && isAlone && !force && (await exists(factory.path(target)))
  if (isTaken) throw inTheWay(target)
  return { asset, target }
}

/** One run of the command. */
class Get {
  /** Where files go; in small letters where `A` and `a` are one file. */
  readonly #claimed = new Set<string>()

  constructor(
    private readonly factory: Factory,
    private readonly api: ApiClient,
    private readonly force: boolean,
    private readonly report: DownloadReport,
    private readonly progress: Progress
  ) {}

  /** @param root where that goes which was named */
  async one(root: string, { asset, names }: RemoteEntry): Promise<void> {
    const safe = names.map((name) => localName(name))
    const shown = join(root, ...names.map((name) => name.replace(/[/\\]/g, '_')))
    try {
      if (safe.includes(undefined)) {
        const why = names.some(isUnfinished)
          ? 'such names are those of unfinished downloads.'
          : 'its name would lead out of the folder.'
        throw new CliError(ExitCode.refused, why)
      }
      const target = join(root, ...(safe as string[]))
      if (asset.type === 'folder') await mkdir(this.factory.path(target), { recursive: true })
      else await this.#file(asset, target)
    } catch (error) {
      if (!(error instanceof CliError) || !isAboutOne(error)) throw error
      this.progress.clear()
      this.report.failed(shown, error)
    }
  }

  async #file(asset: Asset, target: string): Promise<void> {
    const path = this.factory.path(target)
    this.#claim(path)
    const there = await stat(path).catch(() => undefined)
    if (there && this.#isThat(there, asset)) {
      this.progress.clear()
      return this.report.got(asset, target, false)
    }
    if (there?.isDirectory() || (there && !this.force)) throw inTheWay(target)
    await mkdir(dirname(path), { recursive: true })
    await downloadFile(this.api, asset, path, {
      onStart: (alreadyThere) => this.progress.advance(alreadyThere),
      onBytes: (bytes) => this.progress.advance(bytes),
    })
    this.progress.clear()
    this.report.got(asset, target, true)
  }

  /** What an earlier run has written has the time of its version, which nothing else gives a file. */
  #isThat({ size, mtimeMs }: { size: number; mtimeMs: number }, asset: Asset): boolean {
    return size === asset.size && Math.round(mtimeMs) === Date.parse(asset.updatedAt)
  }

  /** Before it is looked what lies there: the second of two is not written over the first, nor taken for it. */
  #claim(path: string): void {
    const place = isCaseBlind() ? path.normalize('NFC').toLowerCase() : path
    if (this.#claimed.has(place)) {
      throw new CliError(ExitCode.refused, 'another file of this download goes there.', {
        hint: 'Download them one by one, each with its own --output.',
      })
    }
    this.#claimed.add(place)
  }
}

const isAboutOne = ({ exitCode }: CliError) =>
  exitCode === ExitCode.refused || exitCode === ExitCode.failure || exitCode === ExitCode.notFound

async function toStdout(factory: Factory, typed: readonly string[]): Promise<void> {
  if (factory.flags.json) {
    throw new UsageError(
      '--output - and --json both want standard output.',
      'Leave one of them off.'
    )
  }
  const [one, ...others] = typed
  if (others.length > 0) throw new UsageError('--output - takes one file.', 'Name one alone.')
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
