import type { Chosen } from './queue.js'

/** Maximum number of files. More were probably dropped by mistake. */
const MOST = 10_000

/** Dropped files; `files` rejects with UnreadableDrop. */
export interface Dropped {
  /** A name for the whole drop. */
  name: string
  files: Promise<Chosen[]>
}

/** The error of a drop that is refused. Its message is a message key. */
export class UnreadableDrop extends Error {
  override name = 'UnreadableDrop'
}

/** Must be called in the drop event: afterwards the browser denies access to the data. */
export function takeDropped({ items }: DataTransfer): Dropped {
  const given = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const names = given.map(({ entry, file }) => entry?.name ?? file?.name ?? '')
  return { name: names.join(', '), files: read(given) }
}

/** The chosen files, with their paths below the folder if a folder was chosen. */
export function takeChosen(files: Iterable<File>): Chosen[] {
  const chosen = [...files].map((file) =>
    file.webkitRelativePath ? { file, path: file.webkitRelativePath } : { file }
  )
  if (chosen.length > MOST) throw new UnreadableDrop('assets.uploads.tooMany')
  return chosen
}

interface Given {
  entry: FileSystemEntry | null
  file: File | null
}

async function read(given: readonly Given[]): Promise<Chosen[]> {
  const found: Chosen[] = []
  for (const { entry, file } of given) {
    if (isFolder(entry)) await walk(entry, found)
    else if (file) add(found, { file })
  }
  if (found.length === 0) throw new UnreadableDrop('assets.uploads.noFiles')
  return found
}

async function walk(top: FileSystemDirectoryEntry, found: Chosen[]): Promise<void> {
  const unread = [{ folder: top, path: top.name }]
  for (let next; (next = unread.pop());) {
    for await (const entry of entriesOf(next.folder)) {
      const path = `${next.path}/${entry.name}`
      if (isFolder(entry)) unread.push({ folder: entry, path })
      else if (isFile(entry)) add(found, { file: await fileOf(entry), path })
    }
  }
}

function add(found: Chosen[], chosen: Chosen): void {
  if (found.length >= MOST) throw new UnreadableDrop('assets.uploads.tooMany')
  found.push(chosen)
}

// A browser returns entries in batches of a hundred, and an empty batch at the end.
async function* entriesOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, () => reject(unreadable()))
    })
    if (some.length === 0) return
    yield* some
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, () => reject(unreadable())))

const unreadable = () => new UnreadableDrop('assets.uploads.unreadable')

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
