import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetEvents } from '@crossdock/backend/assets'
import type { Output } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import type { TriggerType } from '../contracts/index.js'

const uploadConfig = vine.create({ fileTypes: vine.array(vine.string()).optional() })

/** Reacts to every upload, and kills its process at the first one of type `fatal`. */
export class FatalTrigger implements TriggerType<Output<typeof uploadConfig>> {
  readonly label = 'Fatal'
  readonly description = 'Answers every upload'
  readonly config = uploadConfig
  readonly on = [assetEvents.fileUpload]
  readonly #mark: string

  constructor(folder: string) {
    this.#mark = join(folder, 'died.mark')
  }

  matches({ fileTypes = [] }: Output<typeof uploadConfig>): boolean {
    if (fileTypes.includes('fatal') && !existsSync(this.#mark)) {
      writeFileSync(this.#mark, '')
      process.kill(process.pid, 'SIGKILL')
    }
    return true
  }
}
