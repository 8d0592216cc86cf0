import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Asset } from '@crossdock/client'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import type { Progress } from '../output/progress.js'
import { modifiedOf } from './download.js'
import { inTheWay, type DownloadReport } from './download_report.js'
import { isCaseBlind, isUnfinished, localName } from './local_name.js'
import type { RemoteEntry } from './remote_tree.js'

/** A file that is not there yet, and its place, whose folder is there. */
export interface WantedFile {
  asset: Asset
  /** As the person is told it. */
  target: string
  path: string
}

/** Where files and folders of one run of `get` go. */
export class DownloadPlaces {
  /** Where files go; in small letters where `A` and `a` are one file. */
  readonly #claimed = new Set<string>()

  constructor(
    private readonly factory: Factory,
    private readonly force: boolean,
    private readonly report: DownloadReport,
    private readonly progress: Progress
  ) {}

  /**
   * The files that are to come. Folders are made; what is there already, or can go nowhere, is told to the report.
   * @param root where that goes which was named
   */
  async *of(root: string, entries: AsyncIterable<RemoteEntry>): AsyncGenerator<WantedFile> {
    for await (const entry of entries) {
      const shown = join(root, ...entry.names.map((name) => name.replace(/[/\\]/g, '_')))
      const wanted = await this.report.about(shown, this.progress, () => this.#one(root, entry))
      if (wanted) yield wanted
    }
  }

  async #one(root: string, { asset, names }: RemoteEntry): Promise<WantedFile | undefined> {
    const safe = names.map((name) => localName(name))
    if (safe.includes(undefined)) {
      const why = names.some(isUnfinished)
        ? 'such names are those of unfinished downloads.'
        : 'its name would lead out of the folder.'
      throw new CliError(ExitCode.refused, why)
    }
    const target = join(root, ...(safe as string[]))
    const path = this.factory.path(target)
    if (asset.type === 'file') return await this.#file({ asset, target, path })
    await makeFolder(path, target)
    return undefined
  }

  async #file(wanted: WantedFile): Promise<WantedFile | undefined> {
    const { asset, target, path } = wanted
    this.#claim(path)
    const there = await stat(path).catch(() => undefined)
    if (there && isThat(there, asset)) {
      this.progress.clear()
      this.report.got(asset, target, false)
      return undefined
    }
    if (there?.isDirectory() || (there && !this.force)) throw inTheWay(target)
    await makeFolder(dirname(path), dirname(target))
    return wanted
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

/** @throws CliError where a file lies, which keeps nothing else from coming */
async function makeFolder(path: string, shown: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error
    throw new CliError(ExitCode.refused, `"${shown}" has to be a folder, and is a file here.`, {
      hint: 'Move that file away, or write elsewhere with --output.',
      cause: error,
    })
  })
}

/** Whether an earlier run has written this file: its size and time are those of the asset. */
function isThat({ size, mtimeMs }: { size: number; mtimeMs: number }, asset: Asset): boolean {
  return size === asset.size && Math.round(mtimeMs) === Date.parse(modifiedOf(asset))
}
