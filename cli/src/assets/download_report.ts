import type { Asset } from '@crossdock/client'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { formatBytes } from '../output/format.js'
import type { Progress } from '../output/progress.js'

/** Reports the outcome of downloads: each as a line of JSON, and all of them as one sentence. */
export class DownloadReport {
  #files = 0
  #bytes = 0
  #there = 0
  #failed = 0
  #first: CliError | undefined

  /** @param isAlone whether the user named a single file: its name is reported, and its error fails the command */
  constructor(
    private readonly factory: Factory,
    private readonly isAlone: boolean
  ) {}

  succeeded(asset: Asset, target: string, isNew: boolean): void {
    const { id, name, version, size } = asset
    this.#files++
    this.#bytes += size
    if (!isNew) this.#there++
    if (this.factory.flags.json) {
      const fate = isNew ? 'downloaded' : 'unchanged'
      this.factory.printJsonLine({ path: target, fate, id, version, size })
    } else if (this.isAlone) {
      this.factory.say(`Downloaded ${name} (${formatBytes(size)}) to ${target}.`)
    }
  }

  /** Runs the work for one file. Reports an error that affects only this file, and continues with the others. */
  async track<Result>(
    target: string,
    progress: Progress,
    work: () => Promise<Result>
  ): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CliError) || !isAboutOne(error)) throw error
      progress.clear()
      this.#fail(target, error)
      return undefined
    }
  }

  #fail(target: string, error: CliError): void {
    this.#failed++
    this.#first ??= error
    if (!this.isAlone) this.factory.note(`Not downloaded: ${target}: ${error.message}`)
  }

  /** @param to target of all files @throws CliError when some could not be downloaded */
  end(to: string): void {
    if (!this.isAlone) {
      const there = this.#there > 0 ? `, ${this.#there.toLocaleString('en')} already present` : ''
      const files = `${this.#files.toLocaleString('en')} ${this.#files === 1 ? 'file' : 'files'}`
      this.factory.say(`${files} (${formatBytes(this.#bytes)}) in ${to}${there}.`)
    }
    if (!this.#first) return
    if (this.isAlone) throw this.#first
    const what = this.#failed === 1 ? 'One file was' : `${this.#failed} files were`
    throw new CliError(this.#first.exitCode, `${what} not downloaded.`, {
      hint: 'Run the command again to download the missing files. Use --force to replace existing files.',
    })
  }
}

const isAboutOne = ({ exitCode }: CliError) =>
  exitCode === ExitCode.refused || exitCode === ExitCode.failure || exitCode === ExitCode.notFound

/** The error for a file that is in the way of a download. */
export const inTheWay = (target: string): CliError =>
  new CliError(ExitCode.refused, `"${target}" already exists.`, {
    hint: 'Replace it with --force, or write elsewhere with --output <file>.',
  })
