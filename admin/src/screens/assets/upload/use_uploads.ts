import type { Asset } from '@crossdock/client'
import { invalidate, unsaved, useApi, useSession, type Api } from '@crossdock/admin/kit'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { KeptUploads } from './kept_uploads.js'
import { UploadQueue, type Sender, type UploadItem } from './queue.js'

const queues = new WeakMap<AbortSignal, Map<string, UploadQueue>>()
const REFRESH_AFTER = 300
/** Of a phone, the first may be the last that a page hears. */
const leaving = ['visibilitychange', 'pagehide']
/** So many files a question names. */
const NAMED = 3

// One queue for as long as one person works on the page: it ends when they leave, wherever they are. While
// the person changes, screens still know the former one: neither gets the other's.
function queueOf(left: AbortSignal, client: QueryClient, api: Api, userId: string): UploadQueue {
  const ofStay = queues.get(left) ?? new Map<string, UploadQueue>()
  queues.set(left, ofStay)
  const known = ofStay.get(userId)
  if (known) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const queue = new UploadQueue(senderOf(api), new KeptUploads(userId), () => {
    // Many small files finish close together; one refresh shows them all.
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ['assets', 'dashboard']), REFRESH_AFTER)
  })
  const release = guard(queue)
  const keep = () => queue.keepWaiting()
  for (const type of leaving) window.addEventListener(type, keep)
  const end = () => {
    release()
    for (const type of leaving) window.removeEventListener(type, keep)
    queue.end()
  }
  left.addEventListener('abort', end, { once: true })
  ofStay.set(userId, queue)
  return queue
}

/** Larger files come in several goes: what has come of them stays when the connection breaks. */
const LARGE = 8 * 1024 * 1024

const senderOf = (api: Api): Sender => ({
  async send({ file, path }, { id }, options) {
    if (path !== undefined || file.size > LARGE) {
      const target = {
        name: file.name,
        parentId: id,
        ...(path !== undefined && { relativePath: path }),
      }
      return await api.uploadInGoes(file, target, options)
    }
    const form = new FormData()
    // The server reads the form as it arrives: where the file goes has to come before its bytes.
    if (id) form.append('parentId', id)
    form.append('fileModifiedAt', String(file.lastModified))
    form.append('file', file, file.name)
    const { version } = await api.upload<Asset>('assets', form, options)
    return { version }
  },
  giveUp: (address) => api.giveUpload(address),
})

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
  const api = useApi()
  const { data: session } = useSession()
  const queue = queueOf(api.left(), client, api, session?.user.id ?? '')
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  return { queue, items }
}
