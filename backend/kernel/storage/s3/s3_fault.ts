import { NoRoom, StorageAway } from '../errors.js'

/** The parts of SDK errors that are used here. */
interface SdkError {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number; requestId?: string }
}

/** The answer of a bucket to a failed call, or why there was none. Omits parts that could reveal a secret. */
export class S3Fault extends Error {
  override name = 'S3Fault'
  readonly code: string
  readonly status: number | undefined

  constructor(
    readonly call: string,
    error: unknown
  ) {
    const { name, code, message, $metadata = {} } = error as SdkError
    const { httpStatusCode: status, requestId } = $metadata
    const details = [code ?? name ?? 'Error', requestId && `request ${requestId}`].filter(Boolean)
    // Without a status, the message comes from the network, or from the SDK's search for settings.
    const what = status ? `answered ${status}` : `failed: ${message}`
    super(`S3 ${call} ${what} (${details.join(', ')})`)
    this.code = code ?? name ?? ''
    this.status = status
  }

  /**
   * Whether the object does not exist. The answer to a GET has a code for this. Any other 404 comes from a
   * missing bucket, or from a proxy whose store is unavailable. The answer to a HEAD has no body and so no
   * code.
   */
  get isMissing(): boolean {
    if (this.status !== 404) return false
    return this.call === 'HeadObject' ? this.code !== 'NoSuchBucket' : this.code === 'NoSuchKey'
  }

  /** Whether a retry may succeed: the store is too busy or has a fault, or there was no answer. */
  get mayPass(): boolean {
    if (this.status === undefined) return !permanent.test(this.code)
    // After this error the SDK signs by the store's clock, so a retry may succeed.
    if (this.code === 'RequestTimeTooSkewed') return true
    return temporary.has(this.status) && !full.test(this.code)
  }

  /** The error for the caller of the API. */
  get problem(): NoRoom | StorageAway {
    return full.test(this.code) || this.status === 507 ? new NoRoom(this) : new StorageAway(this)
  }
}

/** Proxies send 408 and 425. A busy store sends 429 or 503, a failing one the other codes. */
const temporary = new Set([408, 425, 429, 500, 502, 503, 504])

/** Errors of the SDK about missing or invalid settings: a retry does not help. */
const permanent = /CredentialsProviderError|ParamError|InvalidConfig|ERR_INVALID/

/** Error codes of stores that are full or whose quota is used up. */
const full = /QuotaExceeded|StorageFull|InsufficientStorage|InsufficientCapacity|StorageLimit/i
