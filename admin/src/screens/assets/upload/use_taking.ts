import type { Place } from '../model.js'
import { takeChosen, UnreadableDrop, type Dropped } from './dropped_files.js'
import { useUploads } from './use_uploads.js'

/** Puts chosen and dropped files into the queue; what cannot be taken is listed there with the reason. */
export function useTaking(place: Place) {
  const { queue } = useUploads()
  const refuse = (name: string, error: unknown) => {
    if (!(error instanceof UnreadableDrop)) throw error
    queue.refuse(name, place, error.message)
  }
  return {
    take(files: readonly File[]) {
      try {
        queue.add(takeChosen(files), place)
      } catch (error) {
        refuse(files[0]?.webkitRelativePath.split('/')[0] || place.name, error)
      }
    },
    async takeDropped({ name, files }: Dropped) {
      try {
        queue.add(await files, place)
      } catch (error) {
        refuse(name, error)
      }
    },
  }
}
