import { invalidate, unsaved, useApi, useUpload } from '@crossdock/admin/kit'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { UploadQueue, type SendFile, type UploadItem } from './queue.js'

const queues = new WeakMap<AbortSignal, UploadQueue>()
const REFRESH_AFTER = 300
/** So many files a question names. */
const NAMED = 3

// One queue for as long as one person works on the page: it ends when they leave, wherever they are.
function queueOf(left: AbortSignal, client: QueryClient, send: SendFile): UploadQueue {
  const known = queues.get(left)
  if (known) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const queue = new UploadQueue(send, () => {
    // Many small files finish close together; one refresh shows them all.
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ['assets', 'dashboard']), REFRESH_AFTER)
  })
  const release = guard(queue)
  const end = () => {
    release()
    queue.clear()
  }
  left.addEventListener('abort', end, { once: true })
  queues.set(left, queue)
  return queue
}

// Screens may change while something is on its way; only the page has to stay.
function guard(queue: UploadQueue): () => void {
  const unfinished = () => shortened(queue.unfinished())
  const words = () => ({
    key: 'assets.uploads.underWay',
    values: { names: unfinished().join(', ') },
  })
  let release: (() => void) | undefined
  queue.subscribe(() => {
    release ??= unsaved.add({ isDirty: queue.isBusy, unfinished, words })
    unsaved.changed()
  })
  return () => release?.()
}

const shortened = (names: string[]) =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+${names.length - NAMED}`] : names

/** The queue of uploads and what is in it, for as long as this person works on the page. */
export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const client = useQueryClient()
  const upload = useUpload()
  const left = useApi().left()
  const queue = queueOf(left, client, (form, options) => upload('assets', form, options))
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  return { queue, items }
}
