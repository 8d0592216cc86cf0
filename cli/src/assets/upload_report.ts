import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { formatBytes } from '../output/format.js'
import type { LocalEntry } from './local_tree.js'

/** The outcome of one upload. */
export interface PutFile {
  fate: 'created' | 'updated' | 'unchanged'
  id: string
  version: number
}

const count = (number: number, one: string, several: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : several}`

/**
 * Reports the outcome of uploads: each as a line of JSON, named files as a line of text, and all of them as one
 * sentence.
 */
export class UploadReport {
  readonly #counts = { created: 0, updated: 0, unchanged: 0 }
  #bytes = 0
  #failed = 0
  #skipped = 0
  #first: CliError | undefined

  /** @param named how many files were named one by one; undefined when a folder was among them */
  constructor(
    private readonly factory: Factory,
    private readonly named: number | undefined
  ) {}

  put(file: LocalEntry, { fate, id, version }: PutFile): void {
    const { goesTo: path, size } = file
    this.#counts[fate]++
    this.#bytes += size
    if (this.factory.flags.json) {
      return this.factory.printJsonLine({ path, fate, id, version, size })
    }
    if (this.named === undefined) return
    if (fate === 'unchanged') {
      return this.factory.say(`${path} is already on the server as version ${version}, id ${id}.`)
    }
    const what = fate === 'created' ? 'Uploaded' : `Uploaded version ${version} of`
    this.factory.say(`${what} ${path} (${formatBytes(size)}), id ${id}.`)
  }

  /** Records a failed file. If it is the only named file, its error fails the command; otherwise it gets a line. */
  failed({ goesTo: path }: Pick<LocalEntry, 'goesTo'>, error: CliError): void {
    this.#failed++
    this.#first ??= error
    if (this.factory.flags.json) {
      const message = error.details[0] ?? error.message
      this.factory.printJsonLine({ path, fate: 'refused', id: null, version: null, message })
    }
    if (this.named === 1) return
    this.factory.note(`Not uploaded: ${path}: ${[error.message, ...error.details].join(' ')}`)
  }

  /** Prints and counts an entry that cannot be uploaded (a link, a name that is not UTF-8). */
  readonly skipped = (path: string, why: string): void => {
    this.#skipped++
    this.factory.note(`Skipped: ${path}: ${why}.`)
  }

  /** @throws CliError when not all were uploaded */
  end(): void {
    const { created, updated, unchanged } = this.#counts
    const all = created + updated + unchanged
    if (this.named === undefined) {
      const parts = [
        ...(created > 0 ? [`${created.toLocaleString('en')} new`] : []),
        ...(updated > 0 ? [count(updated, 'new version', 'new versions')] : []),
        ...(unchanged > 0 ? [`${unchanged.toLocaleString('en')} unchanged`] : []),
      ]
      const listed = parts.length > 0 ? `: ${parts.join(', ')}` : ''
      this.factory.say(`${count(all, 'file', 'files')}, ${formatBytes(this.#bytes)}${listed}.`)
    }
    this.assertAll()
  }

  /** @throws CliError with the number of failed and skipped entries */
  assertAll(): void {
    if (this.named === 1 && this.#first) throw this.#first
    const sentences = [
      ...(this.#failed > 0
        ? [`${count(this.#failed, 'file was', 'files were')} not uploaded.`]
        : []),
      ...(this.#skipped > 0
        ? [`${count(this.#skipped, 'entry was', 'entries were')} skipped.`]
        : []),
    ]
    if (sentences.length === 0) return
    // Another run would skip the same entries again.
    const hint =
      this.#failed > 0 ? { hint: 'Run the command again: unchanged files are not sent again.' } : {}
    throw new CliError(this.#first?.exitCode ?? ExitCode.failure, sentences.join(' '), hint)
  }
}
