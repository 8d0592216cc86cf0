import { fileURLToPath } from 'node:url'

/** Where file content is stored. */
export type StorageLocation =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3'
      bucket: string
      /** Precedes the name of each object: empty, or ending with a slash. */
      prefix: string
      /** Taken from the AWS variables when absent. */
      endpoint?: string
      region?: string
    }

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Characters that every object store accepts unescaped; a part must not be empty or consist of dots. */
const prefixPart = /^(?!\.+$)[A-Za-z0-9!_.*'()-]+$/
const options = new Set(['endpoint', 'region'])

export const storageExpected =
  'file:///path, or s3://bucket or s3://bucket/prefix, with ?endpoint=https://… and ?region=… after it if needed and without a key or a secret'

/** @returns undefined for an invalid address */
export function readStorageUrl(text: string): StorageLocation | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol === 'file:') return readFolder(url)
  const { protocol, host, username, password, hash, searchParams } = url
  if (protocol !== 's3:' || username || password || hash || !bucketName.test(host)) return undefined
  const parts = url.pathname.split('/').filter(Boolean)
  if (!parts.every((part) => prefixPart.test(part))) return undefined
  if ([...searchParams.keys()].some((name) => !options.has(name))) return undefined
  const endpoint = searchParams.get('endpoint')
  if (endpoint !== null && !isAddress(endpoint)) return undefined
  const region = searchParams.get('region')
  return {
    kind: 's3',
    bucket: host,
    prefix: parts.map((part) => `${part}/`).join(''),
    ...(endpoint ? { endpoint } : {}),
    ...(region ? { region } : {}),
  }
}

function readFolder(url: URL): StorageLocation | undefined {
  try {
    return { kind: 'disk', folder: fileURLToPath(url) }
  } catch {
    // A file URL with a host, which only Windows supports.
    return undefined
  }
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password
}
