import type { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { clock } from '../../ground/clock.js'
import type { StorageLocation } from '../../settings/index.js'
import { hashInThread } from '../../chunks/manifest.js'
import { S3Fault } from './s3_fault.js'

export type BucketLocation = Extract<StorageLocation, { kind: 's3' }>

/** Timeouts of calls. */
export interface Patience {
  /** Limit for opening a connection, and for each wait for bytes. */
  silenceMs: number
  /** Limit for a call with all its retries. */
  callMs: number
  /** How long a failed call is retried. Default: half a minute, or `callMs` if shorter. */
  againMs?: number
}

const usualPatience: Patience = { silenceMs: 8_000, callMs: 30_000 }

/** The pause before the first retry, and the longest one. Each pause is twice as long as the one before. */
const firstPauseMs = 50
const longestPauseMs = 4_000

/**
 * Returns the name of an object that is written and deleted to test the access. The name is unique, because
 * other processes may test at the same time.
 */
export const newProbe = (): string => `.probe-${uuid()}`

type Sdk = typeof S3

/** The work of one attempt of a call. */
type Work<Result> = (
  opened: { sdk: Sdk; client: S3.S3Client },
  signal: AbortSignal
) => Promise<Result>

export interface StoredObject {
  key: string
  size: number
  writtenAt: number
}

/** The bucket operations that Crossdock uses, each with a time limit. Failures are thrown as S3Fault. */
export class S3Bucket {
  #opened: Promise<{ sdk: Sdk; client: S3.S3Client }> | undefined

  constructor(
    private readonly location: BucketLocation,
    private readonly patience: Patience = usualPatience
  ) {}

  /** Writes an object of known length in one request, and verifies its stored size. */
  async put(key: string, body: Buffer): Promise<void> {
    const digest = await hashInThread(body)
    const until = this.#end()
    const send: Work<void> = async ({ sdk, client }, abortSignal) => {
      const put = new sdk.PutObjectCommand({ ...this.#object(key), Body: body })
      sendDigest(put, digest)
      await client.send(put, { abortSignal })
    }
    await this.#call('PutObject', send, until)
    const size = await this.size(key, until)
    if (size === body.length) return
    const message = `${body.length} bytes were written, but ${size ?? 'none'} are stored`
    throw new S3Fault('PutObject', new Error(message))
  }

  /** Returns the size of an object; undefined if there is none. */
  async size(key: string, until = this.#end()): Promise<number | undefined> {
    const ask: Work<number | undefined> = async ({ sdk, client }, abortSignal) => {
      const head = new sdk.HeadObjectCommand(this.#object(key))
      return (await client.send(head, { abortSignal })).ContentLength
    }
    return await this.#call('HeadObject', ask, until).catch(missing(undefined))
  }

  /**
   * Fills `bytes` from an object, starting at an offset.
   * @returns the number of bytes read; undefined when the object does not exist
   */
  async read(key: string, offset: number, bytes: Uint8Array): Promise<number | undefined> {
    return await this.#read(key, offset, bytes).catch((error: S3Fault) => {
      if (error.isMissing) return undefined
      // The offset is beyond the end of the object.
      if (error.status === 416) return 0
      throw error
    })
  }

  /** Yields the objects whose keys begin with a prefix, after `after`, ordered by key. */
  async *list(prefix: string, after?: string): AsyncGenerator<StoredObject> {
    for await (const { Contents = [] } of this.#pages({ Prefix: prefix, StartAfter: after })) {
      for (const { Key, Size = 0, LastModified } of Contents) {
        yield {
          key: this.#withoutPrefix(Key!),
          size: Size,
          writtenAt: LastModified?.getTime() ?? Infinity,
        }
      }
    }
  }

  /** Yields the parts of keys before their first slash. */
  async *folders(): AsyncGenerator<string> {
    for await (const { CommonPrefixes = [] } of this.#pages({ Prefix: '', Delimiter: '/' })) {
      for (const { Prefix } of CommonPrefixes) yield this.#withoutPrefix(Prefix!).slice(0, -1)
    }
  }

  async delete(key: string): Promise<void> {
    await this.#call('DeleteObject', async ({ sdk, client }, abortSignal) => {
      await client.send(new sdk.DeleteObjectCommand(this.#object(key)), { abortSignal })
    })
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.client.destroy()
  }

  async #read(key: string, offset: number, bytes: Uint8Array): Promise<number> {
    return await this.#call('GetObject', async ({ sdk, client }, abortSignal) => {
      const Range = `bytes=${offset}-${offset + bytes.length - 1}`
      const get = new sdk.GetObjectCommand({ ...this.#object(key), Range })
      const answer = await client.send(get, { abortSignal })
      const body = answer.Body as Readable
      let announced: number
      try {
        announced = announcedBytes(answer, offset, bytes.length)
      } catch (error) {
        body.destroy()
        throw error
      }
      let filled = 0
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        if (filled + piece.length > bytes.length)
          throw new Error('more bytes arrived than announced')
        bytes.set(piece, filled)
        filled += piece.length
      }
      if (filled < announced) throw new Error(`${filled} of ${announced} bytes arrived`)
      return filled
    })
  }

  async *#pages(input: { Prefix: string; StartAfter?: string; Delimiter?: string }) {
    const { bucket: Bucket, prefix } = this.location
    const { Prefix, StartAfter, ...rest } = input
    const query = {
      ...rest,
      Bucket,
      Prefix: `${prefix}${Prefix}`,
      ...(StartAfter ? { StartAfter: `${prefix}${StartAfter}` } : {}),
    }
    for (let ContinuationToken: string | undefined; ;) {
      const page = await this.#call('ListObjectsV2', ({ sdk, client }, abortSignal) =>
        client.send(new sdk.ListObjectsV2Command({ ...query, ContinuationToken }), { abortSignal })
      )
      yield page
      ContinuationToken = page.NextContinuationToken
      if (!page.IsTruncated || !ContinuationToken) return
    }
  }

  #object(key: string) {
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${key}` }
  }

  /** The key without the prefix of the location. */
  #withoutPrefix(key: string): string {
    return key.slice(this.location.prefix.length)
  }

  /** Returns the deadline of a call that begins now, by a clock that does not jump. */
  #end(): number {
    return clock.ticks() + this.patience.callMs
  }

  /**
   * Makes a call with all its retries. Temporary failures are retried with growing pauses until the time limit
   * of the call. So a store that refuses a third of all calls for a while is slow, not unavailable.
   */
  async #call<Result>(call: string, work: Work<Result>, until = this.#end()): Promise<Result> {
    const { callMs, againMs = Math.min(callMs, usualPatience.callMs) } = this.patience
    const lastTry = Math.min(until, clock.ticks() + againMs)
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      try {
        return await this.#attempt(call, work, until)
      } catch (error) {
        const waitMs = pauseMs * (0.5 + Math.random() / 2)
        const mayPass = error instanceof S3Fault && error.mayPass
        if (!mayPass || clock.ticks() + waitMs >= lastTry) throw error
        await new Promise<void>((go) => void clock.after(waitMs, go))
      }
    }
  }

  /** Makes one attempt. Its timeout also covers finding credentials and reading the response. */
  async #attempt<Result>(call: string, work: Work<Result>, until: number): Promise<Result> {
    const ending = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = clock.after(Math.max(0, until - clock.ticks()), () => {
      reject(new Error(`no answer within ${this.patience.callMs} ms`))
      ending.abort()
    })
    const answer = this.#open().then((opened) => work(opened, ending.signal))
    // After the timeout, a failure of the attempt must not be an unhandled rejection.
    answer.catch(() => undefined)
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      throw new S3Fault(call, error)
    } finally {
      timer.stop()
    }
  }

  /** The SDK is loaded only by installations that use a bucket. */
  #open() {
    this.#opened ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { endpoint, region } = this.location
      const { silenceMs } = this.patience
      const client = new sdk.S3Client({
        ...(endpoint ? { endpoint } : {}),
        ...(region ? { region } : {}),
        // Stores other than AWS address buckets by path, and do not support trailing checksums.
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // `#call` makes the retries, within the time limit of the call.
        maxAttempts: 1,
        // A request timeout would only warn; this one also ends a stalled body.
        requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
      })
      return { sdk, client }
    })
    return this.#opened
  }
}

/**
 * Signs the hash with the request, so that the store accepts only the bytes that were sent. Unlike the SDK,
 * computes it in another thread.
 */
function sendDigest(put: S3.PutObjectCommand, digest: string): void {
  put.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = digest
      return next(args)
    },
    { step: 'build', name: 'sendDigest' }
  )
}

/**
 * Returns how many bytes the answer to a range request has: all, or fewer at the end of the object.
 * @throws when the answer does not fit the request: a proxy's page, another range, or only a part
 */
function announcedBytes(
  { $metadata, ContentRange, ContentLength }: S3.GetObjectCommandOutput,
  offset: number,
  wanted: number
): number {
  const status = $metadata.httpStatusCode
  // A store without support for ranges sends the whole object. That is fine if the whole object was requested.
  if (status === 200 && offset === 0 && ContentLength === wanted) return wanted
  const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? []
  const end = Math.min(offset + wanted, Number(all))
  const isOurs =
    status === 206 &&
    Number(first) === offset &&
    Number(last) === end - 1 &&
    ContentLength === end - offset
  if (isOurs) return end - offset
  throw new Error(
    `it answered ${status} with ${ContentLength ?? 'unknown'} bytes (${ContentRange ?? 'no range'}) to ${wanted} bytes from ${offset}`
  )
}

function missing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof S3Fault && error.isMissing) return value
    throw error
  }
}
