// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { readSettings } from '@crossdock/kernel/settings'
import { assertStorageAnswers, StorageRefused } from '../index.js'
import type { Asked, Fault } from './s3_proxy.js'
import { testBucket } from './test_bucket.js'

const settingsOf = (STORAGE_URL: string) => readSettings({ STORAGE_URL })

test.group('A start with a bucket', () => {
  test('continues when all operations work', async (context) => {
    const { url, open } = await testBucket(context)
    await assertStorageAnswers(settingsOf(url))
    const bucket = open()
    for await (const { key } of bucket.list('')) context.assert.fail(`${key} is left`)
    await bucket.close()
  })

  /** Red when two tests of the access use the same object: one would find the object deleted by the other. */
  test('does not disturb another one at the same time', async (context) => {
    const { url, suffer } = await testBucket(context)
    const written: string[] = []
    suffer(({ method, key }) => void (method === 'PUT' && written.push(key)))
    const settings = settingsOf(url)
    await Promise.all([assertStorageAnswers(settings), assertStorageAnswers(settings)])
    context.assert.lengthOf(new Set(written), 2)
  })

  /** Red when `tryOperations` omits one of the calls. */
  test('fails with a message when {what} is refused')
    .with([
      { what: 'writing', call: 'PutObject', isMeant: ({ method }: Asked) => method === 'PUT' },
      {
        what: 'reading',
        call: 'GetObject',
        isMeant: (one: Asked) => one.method === 'GET' && !one.list,
      },
      { what: 'listing', call: 'ListObjectsV2', isMeant: ({ list }: Asked) => list },
      {
        what: 'deleting',
        call: 'DeleteObject',
        isMeant: ({ method }: Asked) => method === 'DELETE',
      },
    ])
    .run(async (context, { call, isMeant }) => {
      const { url, suffer } = await testBucket(context)
      const fault: Fault = { refuse: 'AccessDenied', status: 403 }
      suffer((asked) => (isMeant(asked) ? fault : undefined))
      const refused = await assertStorageAnswers(settingsOf(url)).catch((error: Error) => error)
      context.assert.instanceOf(refused, StorageRefused)
      context.assert.match(
        (refused as Error).message,
        new RegExp(
          `^the bucket of STORAGE_URL \\(s3://crossdock/.* at http.*\\) cannot be used: .*\\(${call}\\)`
        )
      )
    })

  test('names the wrong variable: {variable}')
    .with([
      { variable: 'AWS_SECRET_ACCESS_KEY', value: 'another', url: (url: string) => url },
      { variable: 'AWS_ACCESS_KEY_ID', value: 'AKIDOTHER', url: (url: string) => url },
      {
        variable: 'STORAGE_URL',
        value: undefined,
        url: (url: string) => url.replace('//crossdock/', '//nothing-there/'),
      },
      {
        variable: 'AWS_ENDPOINT_URL_S3',
        value: undefined,
        url: (url: string) => url.replace(/127\.0\.0\.1%3A\d+/, '127.0.0.1%3A9'),
      },
    ])
    .run(async (context, { variable, value, url }) => {
      const bucket = await testBucket(context)
      const before = process.env[variable]
      if (value) process.env[variable] = value
      context.cleanup(() => {
        if (value) process.env[variable] = before
      })
      const refused = assertStorageAnswers(settingsOf(url(bucket.url)))
      await context.assert.rejects(() => refused, new RegExp(`cannot be used: .*${variable}`))
    })

  test('an invalid address is refused: {$self}')
    .with([
      's3://',
      's3://UPPER',
      's3://key:secret@bucket',
      's3://bucket/ä',
      's3://bucket?region=x&acl=public',
      's3://bucket?endpoint=ftp://x',
      's3://bucket?endpoint=https://key:secret@x',
      'https://bucket',
    ])
    .run(({ assert }, url) => {
      assert.throws(() => settingsOf(url), /STORAGE_URL must be file:\/\/\/path, or s3:\/\/bucket/)
    })
})
