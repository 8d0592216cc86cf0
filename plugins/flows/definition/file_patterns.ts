const extension = /^(\*?\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i
const mediaType = /^[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+|\*)$/i

/** Returns whether a text is a type of files: `pdf`, `.pdf`, `*.pdf`, `tar.gz`, `image/png`, `image/*` or `*`. */
export function isFileType(text: string): boolean {
  return text === '*' || text === '*/*' || extension.test(text) || mediaType.test(text)
}

/** Returns whether a file has the type; folders have none. */
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

/** Returns whether a text is a path of folder names from the root. The first slash may be omitted. */
export function isFolderPath(text: string): boolean {
  return text !== '' && !foldersOf(text).some((name) => name === '.' || name === '..')
}

/** Returns a folder path with its first slash, which people may omit. */
export const slashed = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

export function foldersOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}
