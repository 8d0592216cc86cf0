import { extname } from 'node:path'

const UNKNOWN = 'application/octet-stream'

/** Common kinds of files, for clients that do not tell (programs mostly send octet-stream). */
const byExtension: Record<string, string> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.eml': 'message/rfc822',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
}

/** The type a file is kept with: the client's word when it gives one, else what the name suggests. */
export function mimeTypeOf(name: string, given: string): string {
  const type = given.toLowerCase()
  const told = type !== UNKNOWN && type.length <= 255 && /^[\w.+-]+\/[\w.+-]+$/.test(type)
  return told ? type : (byExtension[extname(name).toLowerCase()] ?? UNKNOWN)
}
