import { isSessionGone, type GoesOptions } from '@crossdock/admin/kit'
import type { Place } from '../model.js'
import type { KeptUpload, KeptUploads, WaitingUpload } from './kept_uploads.js'
import { Speed } from './speed.js'

const AT_ONCE = 3

export interface UploadItem {
  id: number
  name: string
  size: number
  sent: number
  /** Bytes a second while it is on its way, once that can be told. */
  speed?: number | undefined
  /** interrupted: by a reload; it goes on when its file is chosen again. */
  state: 'waiting' | 'sending' | 'paused' | 'interrupted' | 'done' | 'failed'
  /** The file's version once it is stored. */
  version?: number
  error?: unknown
}

/** A file to upload; one from a folder with its path from there. */
export interface Chosen {
  file: File
  path?: string
}

interface Entry {
  item: UploadItem
  file: File | null
  path: string | undefined
  place: Pick<Place, 'id'>
  /** When the file of an interrupted one was last changed: another state of it does not go on. */
  lastModified?: number
  abort?: AbortController
  /** Where what has come of it waits for the rest. */
  address?: string
}

export interface Sender {
  send(chosen: Chosen, place: Pick<Place, 'id'>, options: GoesOptions): Promise<{ version: number }>
  giveUp(address: string): Promise<void>
}

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
  private recalled = 0
  private isEnded = false

  constructor(
    private readonly sender: Sender,
    private readonly kept: KeptUploads,
    private readonly stored: () => void
  ) {
    for (const upload of [...kept.all(), ...kept.waiting()]) this.recall(upload)
    this.recalled = this.lastId
    this.tell()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  items = () => this.snapshot
  /** How many were queued up to now, besides those of before a reload. */
  begun = () => this.lastId - this.recalled
  isBusy = () => this.snapshot.some(({ state }) => !isOver(state))
  /** Names of what is not stored: on its way, or given up with the session. */
  unfinished = () =>
    this.snapshot
      .filter(({ state, error }) => !isOver(state) || isSessionGone(error))
      .map(({ name }) => name)

  /** Queue files for a folder; what was interrupted of them goes on. */
  add(chosen: readonly Chosen[], place: Pick<Place, 'id'>) {
    // Folders are read for a while; their owner may have left meanwhile.
    if (this.isEnded) return
    const interrupted = new Map(
      this.entries
        .filter(({ item }) => item.state === 'interrupted')
        .map((entry) => [keyOf(toKeep(entry)), entry])
    )
    for (const { file, path } of chosen) {
      const key = keyOf({ ...factsOf(file), path, placeId: place.id })
      const begun = interrupted.get(key)
      interrupted.delete(key)
      if (begun) this.goOnWith(begun, file)
      else this.push({ name: path ?? file.name, size: file.size }, { file, path, place })
    }
    this.tell()
    this.next()
  }

  /** Let an interrupted one go on with its file; another file is refused. */
  choose(id: number, file: File) {
    const entry = this.find(id)
    if (!entry || entry.item.state !== 'interrupted') return
    if (isOf(entry, file)) this.goOnWith(entry, file)
    else set(entry, { error: new UploadRefused('assets.uploads.otherFile') })
    this.tell()
    this.next()
  }

  /** List something that cannot be uploaded, with the reason. */
  refuse(name: string, place: Pick<Place, 'id'>, reason: string) {
    if (this.isEnded) return
    const entry = this.push({ name, size: 0 }, { file: null, path: undefined, place })
    this.change(entry, { state: 'failed', error: new UploadRefused(reason) })
  }

  /** Stop an upload, or take an entry off the list. */
  remove(id: number) {
    const entry = this.find(id)
    entry?.abort?.abort()
    if (entry) this.giveUp(entry)
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

  /** Hold back what is not stored yet, or one of it: what is on its way is ended. Small files start over when they go on. */
  pause(id?: number) {
    for (const entry of this.entries) {
      if (isOver(entry.item.state) || (id !== undefined && entry.item.id !== id)) continue
      set(entry, { state: 'paused', ...(entry.address === undefined && { sent: 0 }) })
      entry.abort?.abort()
    }
    this.tell()
    this.next()
  }

  clearFinished() {
    const isFinished = ({ item }: Entry) => item.state === 'done' || item.state === 'failed'
    for (const entry of this.entries.filter(isFinished)) this.giveUp(entry)
    this.entries = this.entries.filter((entry) => !isFinished(entry))
    this.tell()
  }

  /** Keep what would be lost with the page: to be called when it goes, and not with each of thousands that waits. */
  keepWaiting() {
    const isWaiting = ({ item, file, address }: Entry) =>
      address === undefined &&
      (item.state === 'interrupted' || (file !== null && !isOver(item.state)))
    this.kept.keepWaiting(this.entries.filter(isWaiting).map(toKeep))
  }

  /** Abort everything, and take nothing any more. What has come is kept for its owner. */
  end() {
    this.keepWaiting()
    this.isEnded = true
    for (const { abort } of this.entries) abort?.abort()
    this.entries = []
    this.tell()
  }

  private push(
    item: Pick<UploadItem, 'name' | 'size'>,
    given: Pick<Entry, 'file' | 'path' | 'place'>
  ): Entry {
    this.lastId += 1
    const entry: Entry = { ...given, item: { ...item, id: this.lastId, sent: 0, state: 'waiting' } }
    this.entries.push(entry)
    return entry
  }

  private recall(upload: WaitingUpload & Partial<Pick<KeptUpload, 'address'>>) {
    const { name, path, size, placeId, address, lastModified } = upload
    const given = { file: null, path, place: { id: placeId } }
    const entry = this.push({ name: path ?? name, size }, given)
    Object.assign(entry, { lastModified, ...(address !== undefined && { address }) })
    set(entry, { state: 'interrupted' })
  }

  private goOnWith(entry: Entry, file: File) {
    entry.file = file
    set(entry, { state: 'waiting', error: undefined })
  }

  private giveUp({ address, item }: Entry) {
    if (address === undefined || item.state === 'done') return
    this.kept.forget(address)
    // What nobody gives up goes by itself in some days.
    this.sender.giveUp(address).catch(() => undefined)
  }

  private goAgain(isMeant: (entry: Entry) => boolean) {
    for (const entry of this.entries.filter(isMeant)) {
      const { state } = entry.item
      if (!entry.file || (state !== 'failed' && state !== 'paused')) continue
      const sent = entry.address === undefined ? 0 : entry.item.sent
      set(entry, { state: 'waiting', sent, error: undefined })
    }
    this.tell()
    this.next()
  }

  private find = (id: number) => this.entries.find(({ item }) => item.id === id)

  private next() {
    const sending = this.entries.filter(({ item }) => item.state === 'sending').length
    const waiting = this.entries.filter(({ item }) => item.state === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.start(entry)
  }

  private async start(entry: Entry) {
    const { file, path, place } = entry
    if (!file) return
    const abort = new AbortController()
    entry.abort = abort
    const speed = new Speed()
    this.change(entry, { state: 'sending', speed: undefined })
    try {
      const { version } = await this.sender.send(
        path === undefined ? { file } : { file, path },
        place,
        {
          signal: abort.signal,
          address: entry.address,
          onAddress: (address) => this.keep(entry, file, address),
          onProgress: (come, total) => {
            if (abort.signal.aborted) return
            const sent = share(come, total, entry)
            this.change(entry, { sent, speed: speed.note(sent) })
          },
        }
      )
      this.change(entry, { state: 'done', sent: entry.item.size, version })
      if (entry.address !== undefined) this.kept.forget(entry.address)
      this.stored()
    } catch (error) {
      if (!abort.signal.aborted) this.change(entry, { state: 'failed', error })
    }
    this.next()
  }

  private keep(entry: Entry, { name, size, lastModified }: File, address: string) {
    if (entry.address === address) return
    if (entry.address !== undefined) this.kept.forget(entry.address)
    entry.address = address
    const { path, place } = entry
    this.kept.keep({ address, name, size, lastModified, path, placeId: place.id })
  }

  private change(entry: Entry, to: Partial<UploadItem>) {
    set(entry, to)
    this.tell()
  }

  private tell() {
    this.snapshot = this.entries.map(({ item }) => item)
    for (const listener of this.listeners) listener()
  }
}

export const isOver = (state: UploadItem['state']): boolean =>
  state === 'done' || state === 'failed' || state === 'interrupted'

/** Told apart from telling it: a change of thousands is told once. */
function set(entry: Entry, to: Partial<UploadItem>): void {
  entry.item = { ...entry.item, ...to }
}

/** Whether it is the file of an interrupted one, by all that a browser tells of it. */
const isOf = ({ item, lastModified }: Entry, file: File): boolean =>
  item.name.split('/').at(-1) === file.name &&
  item.size === file.size &&
  lastModified === file.lastModified

const factsOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified })

const toKeep = ({ item, file, path, place, lastModified = 0 }: Entry): WaitingUpload => ({
  name: item.name.split('/').at(-1)!,
  size: item.size,
  lastModified: file?.lastModified ?? lastModified,
  path,
  placeId: place.id,
})

const keyOf = ({ name, size, lastModified, path, placeId }: WaitingUpload) =>
  JSON.stringify([name, size, lastModified, path, placeId])

// What is sent is the whole form, a little more than the file.
const share = (sent: number, total: number, { item }: Entry) =>
  total > 0 ? Math.round((sent / total) * item.size) : 0
