const extension = /^(\*?\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i
const mediaType = /^[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+|\*)$/i

/** `pdf`, `.pdf`, `*.pdf`, `tar.gz`, `image/png`, `image/*` or `*`. */
export function isFileType(text: string): boolean {
  return text === '*' || text === '*/*' || extension.test(text) || mediaType.test(text)
}

/** Whether a file is of the type; folders are of none. */
export function matchesFileType(
  type: string,
  file: { type: 'file' | 'folder'; name: string; mimeType: string | null }
): boolean {
  if (file.type !== 'file') return false
  const wanted = type.toLowerCase()
  if (wanted === '*' || wanted === '*/*') return true
  if (!wanted.includes('/')) {
    return file.name.toLowerCase().endsWith(`.${wanted.replace(/^\*?\./, '')}`)
  }
  const mimeType = (file.mimeType ?? '').toLowerCase().split(';')[0]!.trim()
  return wanted.endsWith('/*') ? mimeType.startsWith(wanted.slice(0, -1)) : mimeType === wanted
}

/** A path of folder names from the top; the first slash may be left out. */
export function isFolderPath(text: string): boolean {
  return text !== '' && !foldersOf(text).some((name) => name === '.' || name === '..')
}

/** A folder path with its first slash, which people may leave out. */
export const slashed = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

export function foldersOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}
