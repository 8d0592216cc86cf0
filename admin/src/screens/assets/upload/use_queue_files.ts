import type { Place } from '../model.js'
import { takeChosen, UnreadableDrop, type Dropped } from './dropped_files.js'
import { useUploads } from './use_uploads.js'

/** Queues chosen and dropped files. Refused ones are listed with the reason. */
export function useQueueFiles() {
  const { queue } = useUploads()
  const refuse = (name: string, place: Place, error: unknown) => {
    if (!(error instanceof UnreadableDrop)) throw error
    queue.refuse(name, place, error.message)
  }
  return {
    take(files: readonly File[], place: Place) {
      try {
        queue.add(takeChosen(files), place)
      } catch (error) {
        refuse(files[0]?.webkitRelativePath.split('/')[0] || place.name, place, error)
      }
    },
    async takeDropped({ name, files }: Dropped, place: Place) {
      try {
        queue.add(await files, place)
      } catch (error) {
        refuse(name, place, error)
      }
    },
  }
}
