import { invalidate, useSession, useUnsaved, useUpload } from '@crossdock/admin/kit'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { UploadQueue, type SendFile, type UploadItem } from './queue.js'

interface Owned {
  owner: string
  queue: UploadQueue
}

const queues = new WeakMap<QueryClient, Owned>()
const REFRESH_AFTER = 300

// One queue per signed-in person: another one who signs in here neither sees nor continues it.
function queueOf(client: QueryClient, owner: string, send: SendFile): UploadQueue {
  const known = queues.get(client)
  if (known?.owner === owner) return known.queue
  known?.queue.clear()
  let timer: ReturnType<typeof setTimeout> | undefined
  const queue = new UploadQueue(send, () => {
    // Many small files finish close together; one refresh shows them all.
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ['assets', 'dashboard']), REFRESH_AFTER)
  })
  queues.set(client, { owner, queue })
  return queue
}

/** The queue of uploads and what is in it. Leaving the page while something is on its way asks first. */
export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const client = useQueryClient()
  const upload = useUpload()
  const owner = useSession().data?.user.id ?? ''
  const queue = queueOf(client, owner, (form, options) => upload('assets', form, options))
  const items = useSyncExternalStore(queue.subscribe, queue.items)

  // Screens may change meanwhile; only the page has to stay.
  useUnsaved({ isDirty: queue.isBusy })

  return { queue, items }
}
