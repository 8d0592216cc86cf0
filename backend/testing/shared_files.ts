import { hash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Refiner } from '@japa/runner/core'

type TestOrGroup = Parameters<Refiner['allows']>[0]

/**
 * Lets several processes run the same list of spec files, each file in one of them. The first process to reach
 * a file claims it with a note in a shared folder, and the others skip it.
 */
export class SharedFiles extends Refiner {
  readonly #mine = new Map<string, boolean>()

  constructor(private readonly folder: string) {
    super()
  }

  override allows(item: TestOrGroup): boolean {
    return super.allows(item) && this.#isMine(item.options.meta.fileName)
  }

  #isMine(file: string): boolean {
    const known = this.#mine.get(file)
    if (known !== undefined) return known
    const mine = this.#take(join(this.folder, hash('sha256', file)))
    this.#mine.set(file, mine)
    return mine
  }

  #take(note: string): boolean {
    try {
      // Creating the note exclusively succeeds in one process only.
      closeSync(openSync(note, 'wx'))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }
}
