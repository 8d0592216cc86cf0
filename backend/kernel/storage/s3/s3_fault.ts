import { NoRoom, StorageAway } from '../errors.js'

/** What the SDK throws, as far as it is looked at. */
interface SdkError {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number; requestId?: string }
}

/** What a bucket answered to a call, or why it did not; without what could give a secret away. */
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
    const told = [code ?? name ?? 'Error', requestId && `request ${requestId}`].filter(Boolean)
    // Without a status it is the network's message, or the SDK's own, which has sought for settings.
    const what = status ? `answered ${status}` : `failed: ${message}`
    super(`S3 ${call} ${what} (${told.join(', ')})`)
    this.code = code ?? name ?? ''
    this.status = status
  }

  /**
   * There is no such object. The answer to a GET says so; any other 404 is that of a missing bucket, or of a proxy whose
   * store is away. That to a HEAD has no body which could tell.
   */
  get isMissing(): boolean {
    if (this.status !== 404) return false
    return this.call === 'HeadObject' ? this.code !== 'NoSuchBucket' : this.code === 'NoSuchKey'
  }

  /** Whether the next try may go well: the store is too busy or has a fault, or there was no answer to what was asked. */
  get mayPass(): boolean {
    if (this.status === undefined) return !settled.test(this.code)
    // The SDK signs by the store's clock from then on.
    if (this.code === 'RequestTimeTooSkewed') return true
    return passing.has(this.status) && !full.test(this.code)
  }

  /** As its reader should see it. */
  get problem(): NoRoom | StorageAway {
    return full.test(this.code) || this.status === 507 ? new NoRoom(this) : new StorageAway(this)
  }
}

/** 408 and 425 are of proxies, 429 and 503 of a store that is too busy, the others of one that fails. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/** What the SDK throws for settings that are missing or cannot be meant: they are the same the next time. */
const settled = /CredentialsProviderError|ParamError|InvalidConfig|ERR_INVALID/

/** How stores say that there is no room, or no more than was bought. */
const full = /QuotaExceeded|StorageFull|InsufficientStorage|InsufficientCapacity|StorageLimit/i
