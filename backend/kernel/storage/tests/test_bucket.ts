import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { TestContext } from '@japa/runner/core'
import { newId } from '../../database/index.js'
import { S3Bucket, type Patience } from '../s3/s3_bucket.js'
import { S3Proxy, type Faults } from './s3_proxy.js'
import { credentials } from './s3_signature.js'

const name = 'crossdock'
const region = 'eu-central-1'
/** Timeouts that no machine exceeds. */
const patient: Patience = { silenceMs: 60 * 60_000, callMs: 60 * 60_000, againMs: 60_000 }

/** One proxy for each test process. Its programs end with the process. */
let running: Promise<S3Proxy> | undefined

async function start(): Promise<S3Proxy> {
  // The SDK reads the credentials from the environment, in this process and in its children.
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  const script = fileURLToPath(new URL('./s3_server.js', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  child.unref()
  child.channel?.unref()
  for await (const line of createInterface(child.stdout!)) {
    const proxy = new S3Proxy((JSON.parse(line) as { port: number }).port)
    await proxy.start()
    const client = clientOf(proxy)
    await client.send(new CreateBucketCommand({ Bucket: name }))
    client.destroy()
    return proxy
  }
  throw new Error('The object store did not start.')
}

const clientOf = ({ url: endpoint }: S3Proxy) =>
  new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** A part of a bucket for one test. */
export interface TestBucket {
  prefix: string
  /** Value for STORAGE_URL. */
  url: string
  proxy: S3Proxy
  open(patience?: Patience): S3Bucket
  /**
   * Injects faults into requests for this part until the test ends.
   * @returns a function that stops this earlier
   */
  suffer(faults: Faults): () => void
  /** Replaces the bytes of an object, or creates it again. */
  replace(key: string, bytes: Buffer): Promise<void>
}

export async function testBucket({ cleanup }: Pick<TestContext, 'cleanup'>): Promise<TestBucket> {
  const proxy = await (running ??= start())
  const prefix = `${newId()}/`
  const options = new URLSearchParams({ endpoint: proxy.url, region })
  const client = clientOf(proxy)
  cleanup(() => client.destroy())
  const suffer = (faults: Faults) => {
    const isOurs = (key: string) => key.startsWith(prefix)
    const end = proxy.suffer((asked) => {
      if (!asked.list && !isOurs(asked.key)) return undefined
      return faults({ ...asked, key: asked.key.slice(prefix.length) })
    })
    cleanup(end)
    return end
  }
  return {
    prefix,
    proxy,
    suffer,
    url: `s3://${name}/${prefix.slice(0, -1)}?${options.toString()}`,
    open: (patience = patient) =>
      new S3Bucket({ kind: 's3', bucket: name, prefix, endpoint: proxy.url, region }, patience),
    async replace(key, bytes) {
      await client.send(new PutObjectCommand({ Bucket: name, Key: `${prefix}${key}`, Body: bytes }))
    },
  }
}
