import type { Asset } from '@crossdock/client'
import { isSessionGone, type UploadOptions } from '@crossdock/admin/kit'
import type { Place } from '../model.js'

const AT_ONCE = 3

export interface UploadItem {
  id: number
  name: string
  size: number
  sent: number
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  /** The file's version once it is stored. */
  version?: number
  error?: unknown
}

interface Entry {
  item: UploadItem
  file: File | null
  place: Place
  abort?: AbortController
}

export type SendFile = (form: FormData, options: UploadOptions) => Promise<Asset>

/** A refusal of ours, before anything is sent; its text is a message key. */
export class UploadRefused extends Error {
  override name = 'UploadRefused'
}

/** Files on their way up, a few at once. Lives outside of React, so that uploads go on between screens. */
export class UploadQueue {
  private entries: Entry[] = []
  private listeners = new Set<() => void>()
  private snapshot: readonly UploadItem[] = []
  private lastId = 0

  constructor(
    private readonly send: SendFile,
    private readonly stored: () => void
  ) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  items = () => this.snapshot
  /** How many were queued up to now. */
  begun = () => this.lastId
  isBusy = () => this.snapshot.some(({ state }) => !isOver(state))
  /** Names of what is not stored: on its way, or given up with the session. */
  unfinished = () =>
    this.snapshot
      .filter(({ state, error }) => !isOver(state) || isSessionGone(error))
      .map(({ name }) => name)

  /** Queue files for a folder. */
  add(files: readonly File[], place: Place) {
    for (const file of files) this.push(file.name, file.size, file, place)
    this.next()
  }

  /** List something that cannot be uploaded, with the reason. */
  refuse(name: string, place: Place, reason: string) {
    const entry = this.push(name, 0, null, place)
    this.change(entry, { state: 'failed', error: new UploadRefused(reason) })
  }

  /** Stop an upload, or take an entry off the list. */
  remove(id: number) {
    this.find(id)?.abort?.abort()
    this.entries = this.entries.filter(({ item }) => item.id !== id)
    this.tell()
    this.next()
  }

  /** Let a file go on that failed or was paused. */
  retry(id: number) {
    this.goAgain(({ item }) => item.id === id)
  }

  /** Let everything go on that failed. */
  retryAll() {
    this.goAgain(({ item }) => item.state === 'failed')
  }

  /** Let everything go on that was paused. */
  goOn() {
    this.goAgain(({ item }) => item.state === 'paused')
  }

  /** Hold back what is not stored yet, or one of it: what is on its way is ended, and starts over when it goes on. */
  pause(id?: number) {
    for (const entry of this.entries) {
      if (isOver(entry.item.state) || (id !== undefined && entry.item.id !== id)) continue
      this.change(entry, { state: 'paused', sent: 0 })
      entry.abort?.abort()
    }
    this.next()
  }

  clearFinished() {
    this.entries = this.entries.filter(({ item: { state } }) => !isOver(state))
    this.tell()
  }

  /** Abort everything and forget it. */
  clear() {
    for (const { abort } of this.entries) abort?.abort()
    this.entries = []
    this.tell()
  }

  private push(name: string, size: number, file: File | null, place: Place): Entry {
    this.lastId += 1
    const item: UploadItem = { id: this.lastId, name, size, sent: 0, state: 'waiting' }
    const entry = { item, file, place }
    this.entries.push(entry)
    this.tell()
    return entry
  }

  private goAgain(isMeant: (entry: Entry) => boolean) {
    for (const entry of this.entries.filter(isMeant)) {
      const { state } = entry.item
      if (!entry.file || (state !== 'failed' && state !== 'paused')) continue
      this.change(entry, { state: 'waiting', sent: 0, error: undefined })
    }
    this.next()
  }

  private find = (id: number) => this.entries.find(({ item }) => item.id === id)

  private next() {
    const sending = this.entries.filter(({ item }) => item.state === 'sending').length
    const waiting = this.entries.filter(({ item }) => item.state === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.start(entry)
  }

  private async start(entry: Entry) {
    if (!entry.file) return
    const abort = new AbortController()
    const form = new FormData()
    // The server reads the form as it arrives: where the file goes has to come before its bytes.
    if (entry.place.id) form.append('parentId', entry.place.id)
    form.append('file', entry.file, entry.item.name)
    entry.abort = abort
    this.change(entry, { state: 'sending' })
    try {
      const asset = await this.send(form, {
        signal: abort.signal,
        onProgress: (sent, total) => {
          if (!abort.signal.aborted) this.change(entry, { sent: share(sent, total, entry) })
        },
      })
      const version = asset.version ?? 1
      this.change(entry, { state: 'done', sent: entry.item.size, version })
      this.stored()
    } catch (error) {
      if (!abort.signal.aborted) this.change(entry, { state: 'failed', error })
    }
    this.next()
  }

  private change(entry: Entry, to: Partial<UploadItem>) {
    entry.item = { ...entry.item, ...to }
    this.tell()
  }

  private tell() {
    this.snapshot = this.entries.map(({ item }) => item)
    for (const listener of this.listeners) listener()
  }
}

export const isOver = (state: UploadItem['state']): boolean =>
  state === 'done' || state === 'failed'

// What is sent is the whole form, a little more than the file.
const share = (sent: number, total: number, { item }: Entry) =>
  total > 0 ? Math.round((sent / total) * item.size) : 0
