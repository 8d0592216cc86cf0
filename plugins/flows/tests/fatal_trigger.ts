import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileEvents } from '@crossdock/backend/assets'
import type { TriggerConfig, TriggerType } from '../contracts/index.js'

/** Answers every upload, and takes its process down when it first meets the one of type `fatal`. */
export class FatalTrigger implements TriggerType {
  readonly label = 'Fatal'
  readonly on = [fileEvents.upload]
  readonly #mark: string

  constructor(folder: string) {
    this.#mark = join(folder, 'died.mark')
  }

  validate() {
    return []
  }

  matches({ fileTypes = [] }: TriggerConfig): boolean {
    if (fileTypes.includes('fatal') && !existsSync(this.#mark)) {
      writeFileSync(this.#mark, '')
      process.kill(process.pid, 'SIGKILL')
    }
    return true
  }
}
