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

/** A file that is still missing, and its target. The target's folder exists. */
export interface WantedFile {
  asset: Asset
  /** The path as shown to the user. */
  target: string
  path: string
}

/** Decides where the files and folders of one run of `get` go. */
export class DownloadPlaces {
  /** Target paths, in lower case where the file system ignores case. */
  readonly #claimed = new Set<string>()

  constructor(
    private readonly factory: Factory,
    private readonly force: boolean,
    private readonly report: DownloadReport,
    private readonly progress: Progress
  ) {}

  /**
   * Yields the files to download. Creates folders, and reports files that exist already or have no valid target.
   * @param root target of the named file or folder
   */
  async *planDownloads(
    root: string,
    entries: AsyncIterable<RemoteEntry>
  ): AsyncGenerator<WantedFile> {
    for await (const entry of entries) {
      const shown = join(root, ...entry.names.map((name) => name.replace(/[/\\]/g, '_')))
      const wanted = await this.report.track(shown, this.progress, () =>
        this.#planEntry(root, entry)
      )
      if (wanted) yield wanted
    }
  }

  async #planEntry(root: string, { asset, names }: RemoteEntry): Promise<WantedFile | undefined> {
    const safe = names.map((name) => localName(name))
    if (safe.includes(undefined)) {
      const why = names.some(isUnfinished)
        ? 'these names are reserved for unfinished downloads.'
        : 'its name points outside of the folder.'
      throw new CliError(ExitCode.refused, why)
    }
    const target = join(root, ...(safe as string[]))
    const path = this.factory.path(target)
    if (asset.type === 'file') return await this.#planFile({ asset, target, path })
    await makeFolder(path, target)
    return undefined
  }

  async #planFile(wanted: WantedFile): Promise<WantedFile | undefined> {
    const { asset, target, path } = wanted
    this.#claim(path)
    const there = await stat(path).catch(() => undefined)
    if (there && isSameFile(there, asset)) {
      this.progress.clear()
      this.report.succeeded(asset, target, false)
      return undefined
    }
    if (there?.isDirectory() || (there && !this.force)) throw inTheWay(target)
    await makeFolder(dirname(path), dirname(target))
    return wanted
  }

  /**
   * Claims a path for one file of this run. Without the claim, a second file could overwrite the first or be
   * mistaken for it.
   */
  #claim(path: string): void {
    const place = isCaseBlind() ? path.normalize('NFC').toLowerCase() : path
    if (this.#claimed.has(place)) {
      throw new CliError(ExitCode.refused, 'another file of this download has the same target.', {
        hint: 'Download them one by one, each with its own --output.',
      })
    }
    this.#claimed.add(place)
  }
}

/** @throws CliError when a file is in the way, which skips only this folder */
async function makeFolder(path: string, shown: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error
    throw new CliError(ExitCode.refused, `"${shown}" must be a folder, but is a file here.`, {
      hint: 'Move that file away, or write elsewhere with --output.',
      cause: error,
    })
  })
}

/** Whether an earlier run wrote this file: its size and time equal those of the asset. */
function isSameFile({ size, mtimeMs }: { size: number; mtimeMs: number }, asset: Asset): boolean {
  return size === asset.size && Math.round(mtimeMs) === Date.parse(modifiedOf(asset))
}
