import type { Asset } from '@crossdock/client'
import { invalidate, unsaved, useApi, useSession, type Api } from '@crossdock/admin/kit'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { KeptUploads } from './kept_uploads.js'
import { UploadQueue, type Sender, type UploadItem } from './queue.js'

const queues = new WeakMap<AbortSignal, Map<string, UploadQueue>>()
const REFRESH_AFTER = 300
/** Events before a page closes. On phones, a page may receive only the first. */
const leaveEvents = ['visibilitychange', 'pagehide']
/** Number of files that a question names. */
const NAMED = 3

// Each person has a queue, which ends when the person signs out. While another person signs in, screens may still
// have the queue of the former person.
function queueOf(signal: AbortSignal, client: QueryClient, api: Api, userId: string): UploadQueue {
  const queuesByUser = queues.get(signal) ?? new Map<string, UploadQueue>()
  queues.set(signal, queuesByUser)
  const known = queuesByUser.get(userId)
  if (known) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const queue = new UploadQueue(senderOf(api), new KeptUploads(userId), () => {
    // Many small files finish close together, so one refresh is enough.
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ['assets', 'dashboard']), REFRESH_AFTER)
  })
  const release = guardPage(queue)
  const keep = () => queue.keepWaiting()
  for (const type of leaveEvents) window.addEventListener(type, keep)
  const end = () => {
    release()
    for (const type of leaveEvents) window.removeEventListener(type, keep)
    queue.end()
  }
  signal.addEventListener('abort', end, { once: true })
  queuesByUser.set(userId, queue)
  return queue
}

/** Larger files (bytes) use resumable uploads, which survive a broken connection. */
const LARGE = 8 * 1024 * 1024

const senderOf = (api: Api): Sender => ({
  async send({ file, path }, { id }, options) {
    if (path !== undefined || file.size > LARGE) {
      const target = {
        name: file.name,
        parentId: id,
        ...(path !== undefined && { relativePath: path }),
      }
      return await api.uploadResumably(file, target, options)
    }
    const form = new FormData()
    // The server reads the form as it arrives, so the folder must precede the bytes.
    if (id) form.append('parentId', id)
    form.append('fileModifiedAt', String(file.lastModified))
    form.append('file', file, file.name)
    const { version } = await api.upload<Asset>('assets', form, options)
    return { version }
  },
  cancel: (address) => api.cancelUpload(address),
})

// Asks before the page closes during uploads. Other screens may be opened, because uploads continue there.
function guardPage(queue: UploadQueue): () => void {
  const unfinished = () => shortened(queue.unfinished())
  const texts = () => ({
    key: 'assets.uploads.underWay',
    values: { names: unfinished().join(', ') },
  })
  let release: (() => void) | undefined
  queue.subscribe(() => {
    release ??= unsaved.add({ isDirty: queue.isBusy, unfinished, texts })
    unsaved.changed()
  })
  return () => release?.()
}

const shortened = (names: string[]) =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+${names.length - NAMED}`] : names

/** The upload queue of this person and its items. */
export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const client = useQueryClient()
  const api = useApi()
  const { data: session } = useSession()
  const queue = queueOf(api.signOutSignal(), client, api, session?.user.id ?? '')
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  return { queue, items }
}
