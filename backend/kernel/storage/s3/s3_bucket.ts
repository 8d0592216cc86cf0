import type { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { clock } from '../../ground/clock.js'
import type { StorageLocation } from '../../settings/index.js'
import { hashAside } from '../../chunks/manifest.js'
import { S3Fault } from './s3_fault.js'

export type BucketLocation = Extract<StorageLocation, { kind: 's3' }>

/** How long is waited, so that nobody waits for ever. */
export interface Patience {
  /** For a connection, and for the next bytes on one. */
  silenceMs: number
  /** For a call with all its tries. */
  callMs: number
  /** What failed is tried again until this time is over; half a minute when left out, or as long as the call. */
  againMs?: number
}

export const usualPatience: Patience = { silenceMs: 8_000, callMs: 30_000 }

/** The first pause before a call is tried again; each next one is twice as long, up to the longest. */
const firstPauseMs = 50
const longestPauseMs = 4_000

/** Written and deleted to find out whether that can be done; another each time, as others try it at the same moment. */
export const newProbe = (): string => `.probe-${uuid()}`

type Sdk = typeof S3

/** One try of a call. */
type Work<Result> = (
  opened: { sdk: Sdk; client: S3.S3Client },
  signal: AbortSignal
) => Promise<Result>

/** An object as it lies there. */
export interface StoredObject {
  key: string
  size: number
  writtenAt: number
}

/** What is asked of a bucket: five calls, each bounded in time. What fails is thrown as S3Fault. */
export class S3Bucket {
  #opened: Promise<{ sdk: Sdk; client: S3.S3Client }> | undefined

  constructor(
    private readonly location: BucketLocation,
    private readonly patience: Patience = usualPatience
  ) {}

  /** Writes an object of a known length in one go, and looks that it lies there as a whole. */
  async put(key: string, body: Buffer): Promise<void> {
    const digest = await hashAside(body)
    const until = this.#end()
    const send: Work<void> = async ({ sdk, client }, abortSignal) => {
      const put = new sdk.PutObjectCommand({ ...this.#object(key), Body: body })
      sendDigest(put, digest)
      await client.send(put, { abortSignal })
    }
    await this.#bounded('PutObject', send, until)
    const size = await this.size(key, until)
    if (size === body.length) return
    const message = `${body.length} bytes were written and ${size ?? 'none'} lie there`
    throw new S3Fault('PutObject', new Error(message))
  }

  /** Size of an object; undefined when there is none. */
  async size(key: string, until = this.#end()): Promise<number | undefined> {
    const ask: Work<number | undefined> = async ({ sdk, client }, abortSignal) => {
      const head = new sdk.HeadObjectCommand(this.#object(key))
      return (await client.send(head, { abortSignal })).ContentLength
    }
    return await this.#bounded('HeadObject', ask, until).catch(missing(undefined))
  }

  /**
   * Fills `bytes` with those of an object from a place on. @returns how many there are, at most so many; undefined when
   * there is no such object
   */
  async read(key: string, offset: number, bytes: Uint8Array): Promise<number | undefined> {
    return await this.#read(key, offset, bytes).catch((error: S3Fault) => {
      if (error.isMissing) return undefined
      // Behind its end.
      if (error.status === 416) return 0
      throw error
    })
  }

  /** The objects whose keys begin so, behind `after`, in the order of their keys. */
  async *list(prefix: string, after?: string): AsyncGenerator<StoredObject> {
    for await (const { Contents = [] } of this.#pages({ Prefix: prefix, StartAfter: after })) {
      for (const { Key, Size = 0, LastModified } of Contents) {
        yield { key: this.#own(Key!), size: Size, writtenAt: LastModified?.getTime() ?? Infinity }
      }
    }
  }

  /** The parts of keys up to their first slash. */
  async *folders(): AsyncGenerator<string> {
    for await (const { CommonPrefixes = [] } of this.#pages({ Prefix: '', Delimiter: '/' })) {
      for (const { Prefix } of CommonPrefixes) yield this.#own(Prefix!).slice(0, -1)
    }
  }

  async delete(key: string): Promise<void> {
    await this.#bounded('DeleteObject', async ({ sdk, client }, abortSignal) => {
      await client.send(new sdk.DeleteObjectCommand(this.#object(key)), { abortSignal })
    })
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.client.destroy()
  }

  async #read(key: string, offset: number, bytes: Uint8Array): Promise<number> {
    return await this.#bounded('GetObject', async ({ sdk, client }, abortSignal) => {
      const Range = `bytes=${offset}-${offset + bytes.length - 1}`
      const get = new sdk.GetObjectCommand({ ...this.#object(key), Range })
      const answer = await client.send(get, { abortSignal })
      const body = answer.Body as Readable
      let said: number
      try {
        said = saidBytes(answer, offset, bytes.length)
      } catch (error) {
        body.destroy()
        throw error
      }
      let filled = 0
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        if (filled + piece.length > bytes.length) throw new Error('more bytes came than were said')
        bytes.set(piece, filled)
        filled += piece.length
      }
      if (filled < said) throw new Error(`${filled} of ${said} bytes came`)
      return filled
    })
  }

  async *#pages(input: { Prefix: string; StartAfter?: string; Delimiter?: string }) {
    const { bucket: Bucket, prefix } = this.location
    const { Prefix, StartAfter, ...rest } = input
    const asked = {
      ...{ ...rest, Bucket, Prefix: `${prefix}${Prefix}` },
      ...(StartAfter ? { StartAfter: `${prefix}${StartAfter}` } : {}),
    }
    for (let ContinuationToken: string | undefined; ;) {
      const page = await this.#bounded('ListObjectsV2', ({ sdk, client }, abortSignal) =>
        client.send(new sdk.ListObjectsV2Command({ ...asked, ContinuationToken }), { abortSignal })
      )
      yield page
      ContinuationToken = page.NextContinuationToken
      if (!page.IsTruncated || !ContinuationToken) return
    }
  }

  #object(key: string) {
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${key}` }
  }

  /** The key without what stands before all of ours. */
  #own(key: string): string {
    return key.slice(this.location.prefix.length)
  }

  /** When a call that begins now ends, by a clock that does not jump. */
  #end(): number {
    return clock.ticks() + this.patience.callMs
  }

  /**
   * A call with all its tries. What may be over in a moment is tried again with growing pauses, as long as the call has
   * time: a store that refuses a third of all calls for a while is slow, and not away.
   */
  async #bounded<Result>(call: string, work: Work<Result>, until = this.#end()): Promise<Result> {
    const { callMs, againMs = Math.min(callMs, usualPatience.callMs) } = this.patience
    const lastTry = Math.min(until, clock.ticks() + againMs)
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      try {
        return await this.#tried(call, work, until)
      } catch (error) {
        const waitMs = pauseMs * (0.5 + Math.random() / 2)
        const mayPass = error instanceof S3Fault && error.mayPass
        if (!mayPass || clock.ticks() + waitMs >= lastTry) throw error
        await new Promise<void>((go) => void clock.after(waitMs, go))
      }
    }
  }

  /** Looking for credentials and reading an answer are part of a call, too. */
  async #tried<Result>(call: string, work: Work<Result>, until: number): Promise<Result> {
    const ending = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = clock.after(Math.max(0, until - clock.ticks()), () => {
      reject(new Error(`no answer within ${this.patience.callMs} ms`))
      ending.abort()
    })
    const answer = this.#open().then((opened) => work(opened, ending.signal))
    // Whoever is late has nobody who waits for it.
    answer.catch(() => undefined)
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      throw new S3Fault(call, error)
    } finally {
      timer.stop()
    }
  }

  /** The SDK is loaded by whoever keeps files in a bucket alone. */
  #open() {
    this.#opened ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { endpoint, region } = this.location
      const { silenceMs } = this.patience
      const client = new sdk.S3Client({
        ...(endpoint ? { endpoint } : {}),
        ...(region ? { region } : {}),
        // Other stores than AWS' know buckets by their path, and no trailing checksums.
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // `#bounded` tries again, within the time of the call.
        maxAttempts: 1,
        // A request timeout would only warn; this one ends a stalled body, too.
        requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
      })
      return { sdk, client }
    })
    return this.#opened
  }
}

/** Signed with the request, so that what is stored is what was sent; hashed in another thread than the SDK would. */
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
 * How many bytes of a range an answer says it holds: all of them, or as many as there are up to the object's end.
 * @throws an error when it is no answer to this question: a proxy's page, another range, or a part of ours
 */
function saidBytes(
  { $metadata, ContentRange, ContentLength }: S3.GetObjectCommandOutput,
  offset: number,
  wanted: number
): number {
  const status = $metadata.httpStatusCode
  // A store that knows no ranges sends the object: what is asked for, when that is all of it.
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
