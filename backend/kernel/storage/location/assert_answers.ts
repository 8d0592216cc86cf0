import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../settings/index.js'
import { StorageRefused } from '../errors.js'
import { locationsOf } from './location.js'
import { S3Bucket, newProbe, type BucketLocation } from '../s3/s3_bucket.js'
import { S3Fault } from '../s3/s3_fault.js'

/** An operator waits for the result, so failed calls are retried for less time than by a running server. */
const timeouts = { silenceMs: 4_000, callMs: 15_000, againMs: 1_000 }

/**
 * Tries all operations that the server needs from a bucket, before the server listens.
 * @throws StorageRefused
 */
export async function assertStorageAnswers(settings: Settings): Promise<void> {
  const locations = locationsOf(settings)
  if (isDeepStrictEqual(locations.STORAGE_URL, locations.STORAGE_FROM_URL)) {
    throw new StorageRefused(
      'STORAGE_FROM_URL and STORAGE_URL are the same place. Remove STORAGE_FROM_URL.'
    )
  }
  for (const [variable, location] of Object.entries(locations)) {
    if (location.kind === 'disk') continue
    const bucket = new S3Bucket(location, timeouts)
    try {
      await tryOperations(bucket)
    } catch (error) {
      throw new StorageRefused(
        `the bucket of ${variable} (${shown(location)}) cannot be used: ${reasonOf(error)}`,
        { cause: error }
      )
    } finally {
      await bucket.close()
    }
  }
}

async function tryOperations(bucket: S3Bucket): Promise<void> {
  const probe = newProbe()
  await bucket.put(probe, Buffer.from('ok'))
  try {
    await bucket.read(probe, 0, Buffer.alloc(2))
    for await (const _first of bucket.list('')) break
  } finally {
    await bucket.delete(probe)
  }
  // Without the right to list, the bucket answers a request for a missing object with a refusal. Lost objects
  // could then not be detected.
  await bucket.size(probe)
}

function shown({ bucket, prefix, endpoint }: BucketLocation): string {
  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '')
  return endpoint ? `${place} at ${endpoint}` : place
}

const rights = 'Give it the rights of docs/operation/scale-out.md.'

const reasons: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the key. Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'it refuses the secret. Check AWS_SECRET_ACCESS_KEY.',
  ExpiredToken:
    'the key has expired. Renew AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.',
  CredentialsProviderError:
    'there is no key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.',
  NoSuchBucket: 'there is no bucket with that name. Create it, or correct STORAGE_URL.',
  PermanentRedirect: 'it is in another region. Check AWS_REGION.',
  AuthorizationHeaderMalformed: 'it is in another region. Check AWS_REGION.',
  RequestTimeTooSkewed: "this machine's clock is wrong. Set it.",
  ECONNREFUSED: 'nothing answers there. Check AWS_ENDPOINT_URL_S3.',
  ENOTFOUND: 'its host name is unknown. Check AWS_ENDPOINT_URL_S3 and AWS_REGION.',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof S3Fault)) return String(error)
  const { code, call, status, message } = error
  if (reasons[code]) return reasons[code]
  if (/Region is missing/.test(message)) return 'no region is named. Set AWS_REGION.'
  if (status === 403) return `the key may not do what is needed (${call}). ${rights}`
  if (status === undefined) return `${message}. Check AWS_ENDPOINT_URL_S3 and the network.`
  return `${message}. Check STORAGE_URL and the variables of AWS.`
}
