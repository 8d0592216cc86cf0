import { isSessionGone, type ResumableUploadOptions } from '@crossdock/admin/kit'
import type { Place } from '../model.js'
import type { KeptUpload, KeptUploads, WaitingUpload } from './kept_uploads.js'
import { Speed } from './speed.js'

const AT_ONCE = 3

export interface UploadItem {
  id: number
  name: string
  size: number
  sent: number
  /** Bytes per second while it is sending, once known. */
  speed?: number | undefined
  /** `interrupted`: a reload interrupted the upload. It continues when its file is chosen again. */
  state: 'waiting' | 'sending' | 'paused' | 'interrupted' | 'done' | 'failed'
  /** The file's version once it is stored. */
  version?: number
  error?: unknown
}

/** A file to upload, with its path below the folder if a folder was chosen. */
export interface Chosen {
  file: File
  path?: string
}

interface Entry {
  item: UploadItem
  file: File | null
  path: string | undefined
  place: Pick<Place, 'id'>
  /** The file's modification time when it was interrupted. A changed file cannot resume. */
  lastModified?: number
  abort?: AbortController
  /** The upload URL on the server, to resume it. */
  address?: string
}

export interface Sender {
  send(
    chosen: Chosen,
    place: Pick<Place, 'id'>,
    options: ResumableUploadOptions
  ): Promise<{ version: number }>
  cancel(address: string): Promise<void>
}

/** The error of a file that the console refuses before anything is sent. Its message is a message key. */
export class UploadRefused extends Error {
  override name = 'UploadRefused'
}

/** Uploads files, a few in parallel. Lives outside React, so that uploads continue between screens. */
export class UploadQueue {
  private entries: Entry[] = []
  private listeners = new Set<() => void>()
  private snapshot: readonly UploadItem[] = []
  private lastId = 0
  private isEnded = false

  constructor(
    private readonly sender: Sender,
    private readonly kept: KeptUploads,
    private readonly stored: () => void
  ) {
    for (const upload of [...kept.all(), ...kept.waiting()]) this.recall(upload)
    this.notify()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  items = () => this.snapshot
  isBusy = () => this.snapshot.some(({ state }) => !isOver(state))
  /** Names of files that are not stored, because they are being uploaded, or their upload ended with the session. */
  unfinished = () =>
    this.snapshot
      .filter(({ state, error }) => !isOver(state) || isSessionGone(error))
      .map(({ name }) => name)

  /** Queues files for a folder and resumes interrupted ones among them. */
  add(chosen: readonly Chosen[], place: Pick<Place, 'id'>) {
    // Reading folders takes a while, and the person may have left.
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
      if (begun) this.resumeWith(begun, file)
      else this.push({ name: path ?? file.name, size: file.size }, { file, path, place })
    }
    this.notify()
    this.startNext()
  }

  /** Resumes an interrupted upload with its file; another file is refused. */
  resumeInterrupted(id: number, file: File) {
    const entry = this.find(id)
    if (!entry || entry.item.state !== 'interrupted') return
    if (isFileOf(entry, file)) this.resumeWith(entry, file)
    else setItem(entry, { error: new UploadRefused('assets.uploads.otherFile') })
    this.notify()
    this.startNext()
  }

  /** Lists a file that cannot be uploaded, with the reason. */
  refuse(name: string, place: Pick<Place, 'id'>, reason: string) {
    if (this.isEnded) return
    const entry = this.push({ name, size: 0 }, { file: null, path: undefined, place })
    this.change(entry, { state: 'failed', error: new UploadRefused(reason) })
  }

  /** Stops an upload, or removes an entry from the list. */
  remove(id: number) {
    const entry = this.find(id)
    entry?.abort?.abort()
    if (entry) this.cancelOnServer(entry)
    this.entries = this.entries.filter(({ item }) => item.id !== id)
    this.notify()
    this.startNext()
  }

  /** Restarts a failed or paused upload. */
  retry(id: number) {
    this.restart(({ item }) => item.id === id)
  }

  /** Restarts all failed uploads. */
  retryAll() {
    this.restart(({ item }) => item.state === 'failed')
  }

  /** Resumes all paused uploads. */
  resumeAll() {
    this.restart(({ item }) => item.state === 'paused')
  }

  /** Pauses all unfinished uploads, or one. Running ones are aborted; small files start over later. */
  pause(id?: number) {
    for (const entry of this.entries) {
      if (isOver(entry.item.state) || (id !== undefined && entry.item.id !== id)) continue
      setItem(entry, { state: 'paused', ...(entry.address === undefined && { sent: 0 }) })
      entry.abort?.abort()
    }
    this.notify()
    this.startNext()
  }

  /** Removes finished and failed uploads from the list. */
  clearFinished() {
    this.removeAll(({ state }) => state === 'done' || state === 'failed')
  }

  /** Cancels the uploads that a reload interrupted. */
  cancelInterrupted() {
    this.removeAll(({ state }) => state === 'interrupted')
  }

  private removeAll(matches: (item: UploadItem) => boolean) {
    for (const entry of this.entries.filter(({ item }) => matches(item))) this.cancelOnServer(entry)
    this.entries = this.entries.filter(({ item }) => !matches(item))
    this.notify()
  }

  /** Stores waiting uploads. Called when the page closes, because storing thousands of files one by one is slow. */
  keepWaiting() {
    const isWaiting = ({ item, file, address }: Entry) =>
      address === undefined &&
      (item.state === 'interrupted' || (file !== null && !isOver(item.state)))
    this.kept.keepWaiting(this.entries.filter(isWaiting).map(toKeep))
  }

  /** Aborts everything and accepts no more files. Progress is kept for the person. */
  end() {
    this.keepWaiting()
    this.isEnded = true
    for (const { abort } of this.entries) abort?.abort()
    this.entries = []
    this.notify()
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
    setItem(entry, { state: 'interrupted' })
  }

  private resumeWith(entry: Entry, file: File) {
    entry.file = file
    setItem(entry, { state: 'waiting', error: undefined })
  }

  private cancelOnServer({ address, item }: Entry) {
    if (address === undefined || item.state === 'done') return
    this.kept.forget(address)
    // If this fails, the server deletes the upload after some days.
    this.sender.cancel(address).catch(() => undefined)
  }

  private restart(matches: (entry: Entry) => boolean) {
    for (const entry of this.entries.filter(matches)) {
      const { state } = entry.item
      if (!entry.file || (state !== 'failed' && state !== 'paused')) continue
      const sent = entry.address === undefined ? 0 : entry.item.sent
      setItem(entry, { state: 'waiting', sent, error: undefined })
    }
    this.notify()
    this.startNext()
  }

  private find = (id: number) => this.entries.find(({ item }) => item.id === id)

  private startNext() {
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
          onAddress: (address) => this.keepAddress(entry, file, address),
          onProgress: (sentWithForm, total) => {
            if (abort.signal.aborted) return
            const sent = sentBytes(sentWithForm, total, entry)
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
    this.startNext()
  }

  private keepAddress(entry: Entry, { name, size, lastModified }: File, address: string) {
    if (entry.address === address) return
    if (entry.address !== undefined) this.kept.forget(entry.address)
    entry.address = address
    const { path, place } = entry
    this.kept.keep({ address, name, size, lastModified, path, placeId: place.id })
  }

  private change(entry: Entry, to: Partial<UploadItem>) {
    setItem(entry, to)
    this.notify()
  }

  private notify() {
    this.snapshot = this.entries.map(({ item }) => item)
    for (const listener of this.listeners) listener()
  }
}

export const isOver = (state: UploadItem['state']): boolean =>
  state === 'done' || state === 'failed' || state === 'interrupted'

/** Changes an item without notifying subscribers, so that thousands of changes cause one notification. */
function setItem(entry: Entry, to: Partial<UploadItem>): void {
  entry.item = { ...entry.item, ...to }
}

/** Whether name, size and modification time of a file are those of an interrupted upload. */
const isFileOf = ({ item, lastModified }: Entry, file: File): boolean =>
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

// The sent size includes the form, which is a little more than the file.
const sentBytes = (sent: number, total: number, { item }: Entry) =>
  total > 0 ? Math.round((sent / total) * item.size) : 0
